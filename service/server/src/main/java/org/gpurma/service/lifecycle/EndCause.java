package org.gpurma.service.lifecycle;

/** What came first and made a running attempt end. */
enum EndCause {
  /** The processes ended without being asked to. */
  BY_ITSELF,
  FAILURE,
  NODE_LOST,
  /** A process of this machine is there, and is not heard of. */
  PROCESS_SILENT,
  CANCEL,
  WALLTIME
}
