package org.gpurma.client.log;

import java.time.Instant;
import java.util.Locale;

/**
 * One line of a job's log.
 *
 * @param cursor where it stands in the log: what to resume after
 * @param rank the rank that wrote it; null on channels other than the ranks' own
 * @param seq its number among the lines of its rank: 0, 1, 2, ...; null without a rank
 * @param deviceTimeNs the GPU's clock, comparable within one GPU only; null without a rank
 */
public record LogLine(
    String cursor,
    LogChannel channel,
    Integer rank,
    Long seq,
    Long deviceTimeNs,
    Instant time,
    String text) {

  /** Who wrote it, as shown before the text: {@code rank 3} or {@code compiler}. */
  public String author() {
    return rank == null ? channel.name().toLowerCase(Locale.ROOT) : "rank " + rank;
  }
}
