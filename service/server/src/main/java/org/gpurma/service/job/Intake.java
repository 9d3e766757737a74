package org.gpurma.service.job;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one submission stores: a job, or all jobs of an array.
 *
 * @param array whether they are an array, and how many of it may run at once; 0: any number
 * @param sent the job spec as it was sent
 * @param files the folder of the files that were sent with it
 * @param key the name its sender has given to the submission
 */
public record Intake(
    List<NewJob> jobs, OptionalInt array, String sent, Optional<String> files, Optional<Key> key) {
  public Intake {
    jobs = List.copyOf(jobs);
  }

  /**
   * @param digest of everything that was sent: under the same key it must be the same
   */
  public record Key(String value, String digest) {}
}
