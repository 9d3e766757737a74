package org.gpurma.service.job;

import java.time.Instant;
import java.util.List;

/**
 * One try at running a job, as far as it came. Absent parts are null or empty.
 *
 * @param token proves that a batch comes from this attempt
 * @param launchId marks every process of the attempt, to find them again
 * @param beganAt when it got its GPUs
 * @param failure the first one
 * @param end how it ended
 */
public record Attempt(
    AttemptId id,
    String token,
    String launchId,
    Instant beganAt,
    Instant launchedAt,
    List<String> command,
    List<ProcessInfo> processes,
    FailureInfo failure,
    CheckReport check,
    Double kernelMillis,
    List<OutputInfo> outputs,
    Long logLines,
    JobState end,
    Instant endedAt) {

  public static Attempt begin(AttemptId id, String token, String launchId, Instant at) {
    return new Attempt(
        id, token, launchId, at, null, List.of(), List.of(), null, null, null, List.of(), null,
        null, null);
  }
}
