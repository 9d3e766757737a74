package org.gpurma.runtime.engine;

import java.util.List;

/**
 * What a run took.
 *
 * @param kernelNanos from the launch to the end of the kernel
 * @param timingsMillis what the program measured with the CPU timer
 */
public record RunSummary(long kernelNanos, List<Double> timingsMillis) {}
