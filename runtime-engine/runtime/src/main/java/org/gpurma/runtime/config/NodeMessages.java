package org.gpurma.runtime.config;

/** How small messages reach other processes of the node. */
public enum NodeMessages {
  /** Through memory that both map, where they can. */
  SHARED,
  /** By MPI, as all others: to measure it, or where shared memory is in doubt. */
  MPI
}
