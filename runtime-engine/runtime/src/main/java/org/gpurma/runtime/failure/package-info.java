/** What ends a job, as values. */
package org.gpurma.runtime.failure;
