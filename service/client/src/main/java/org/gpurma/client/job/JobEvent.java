package org.gpurma.client.job;

import java.time.Instant;

/**
 * Something that happened to a job.
 *
 * @param position counts from 0
 * @param kind such as StateChanged or CancelRequested
 * @param state that it came into; null where it stayed in the one it had
 */
public record JobEvent(
    int position,
    Instant at,
    String kind,
    int attempt,
    JobState state,
    String reason,
    String message) {}
