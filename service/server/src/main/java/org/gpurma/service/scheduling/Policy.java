package org.gpurma.service.scheduling;

/**
 * How much priority and fair share weigh. Times are in milliseconds.
 *
 * @param priorityPoint how much earlier a job counts as submitted for each point of its priority
 * @param fairShareSpan how much later, at the most, the jobs of a project count as submitted that
 *     has had more than its share; both are bounded, so no job waits behind newer ones for ever
 * @param overrun for how long a job that should have ended is expected to go on
 */
public record Policy(long priorityPoint, long fairShareSpan, long overrun) {
  public static final Policy DEFAULT = new Policy(15 * 60_000L, 12 * 3_600_000L, 10_000L);
}
