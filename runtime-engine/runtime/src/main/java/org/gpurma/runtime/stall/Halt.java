package org.gpurma.runtime.stall;

import java.util.List;

/**
 * How the ranks of a job stand that goes no further.
 *
 * @param waits a line for each group that waits alike
 * @param finished ranks of WORLD in ascending order
 */
record Halt(List<String> waits, List<Integer> finished) {}
