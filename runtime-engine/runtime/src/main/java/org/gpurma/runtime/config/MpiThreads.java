package org.gpurma.runtime.config;

/** How many threads of a process call MPI while the kernel runs. */
public enum MpiThreads {
  /** What is fastest where the job runs. */
  AUTO,
  /** The event loop alone. */
  SINGLE,
  /** One sends and one receives; where the library does not allow that, one does both. */
  MULTIPLE
}
