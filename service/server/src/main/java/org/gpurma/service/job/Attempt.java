package org.gpurma.service.job;

import java.time.Instant;
import java.util.List;

/**
 * One try at running a job, as far as it came. Absent parts are null or empty.
 *
 * @param token proves that a batch comes from this attempt
 * @param launchId marks every process of the attempt, to find them again
 * @param failure the first one
 */
public record Attempt(
    AttemptId id,
    String token,
    String launchId,
    Instant launchedAt,
    List<String> command,
    List<ProcessInfo> processes,
    FailureInfo failure,
    CheckReport check,
    Double kernelMillis,
    List<OutputInfo> outputs,
    Long logLines) {

  public static Attempt begin(AttemptId id, String token, String launchId) {
    return new Attempt(
        id, token, launchId, null, List.of(), List.of(), null, null, null, List.of(), null);
  }
}
