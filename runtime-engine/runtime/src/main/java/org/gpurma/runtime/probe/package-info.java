/** What a node tells of itself to the service that schedules on it. */
package org.gpurma.runtime.probe;
