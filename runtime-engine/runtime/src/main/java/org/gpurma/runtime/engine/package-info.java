/** Runs one kernel and serves its ranks until the job has ended on all processes. */
package org.gpurma.runtime.engine;
