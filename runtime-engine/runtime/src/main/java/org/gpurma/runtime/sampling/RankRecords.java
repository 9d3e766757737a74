package org.gpurma.runtime.sampling;

import java.lang.foreign.MemorySegment;

/**
 * What a rank says of itself in host memory.
 *
 * @param counters its totals
 * @param waiting what it waits for
 */
public record RankRecords(MemorySegment counters, MemorySegment waiting) {}
