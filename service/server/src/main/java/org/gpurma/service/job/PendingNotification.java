package org.gpurma.service.job;

import java.time.Instant;

/**
 * Someone who is to be told of an event, or was.
 *
 * @param target index of the address in the job's spec
 * @param tries so far
 * @param nextAt null once it is delivered, or given up
 * @param deliveredAt null while it is not
 */
public record PendingNotification(
    JobId job,
    int position,
    int target,
    int tries,
    Instant nextAt,
    Instant deliveredAt,
    String lastError) {}
