package org.gpurma.service.joblog;

import java.time.Instant;

/**
 * One line of a job's log.
 *
 * @param cursor its number in the log, from 1; readers resume after it
 * @param rank and {@code seq} and {@code deviceTimeNs}: null unless a rank wrote it
 */
public record LogLine(
    long cursor,
    Channel channel,
    Long rank,
    Long seq,
    Long deviceTimeNs,
    Instant time,
    String text) {}
