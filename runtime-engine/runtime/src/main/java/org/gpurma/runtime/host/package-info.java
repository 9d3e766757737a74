/** The host program of a job, and what it is given. */
package org.gpurma.runtime.host;
