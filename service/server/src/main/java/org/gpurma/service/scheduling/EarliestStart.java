package org.gpurma.service.scheduling;

/**
 * When a waiting job can start.
 *
 * @param at in milliseconds
 */
public record EarliestStart(long at, Certainty certainty) {
  /** What the time stands for. */
  public enum Certainty {
    /** GPUs are set aside for it: it starts then at the latest. */
    RESERVED,
    /** It starts then if every job takes its whole walltime and no job comes before it. */
    FORECAST,
    /** It cannot start before then; jobs before it may make it later. */
    NOT_BEFORE
  }
}
