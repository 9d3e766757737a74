package org.gpurma.service.joblog;

/**
 * Where reading can begin.
 *
 * @param linesBefore lines of the log before it
 * @param end up to where to read on; {@link #OPEN} at the stretch that still grows
 */
record Place(long offset, long linesBefore, long end) {
  static final long OPEN = Long.MAX_VALUE;
}
