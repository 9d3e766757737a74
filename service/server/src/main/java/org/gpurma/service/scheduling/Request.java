package org.gpurma.service.scheduling;

import org.gpurma.service.job.JobId;

/**
 * A waiting job. Times are in milliseconds.
 *
 * @param number position in the order of submission
 * @param walltime after which it is ended, if it has not by then
 * @param notBefore the time before which it may not start, as a retry has one; 0: none
 * @param held by its user; it waits until it is released
 * @param array the job array it belongs to; empty: none
 * @param maxParallel how many jobs of that array may run at once; 0: any number
 */
public record Request(
    JobId job,
    long number,
    String project,
    int priority,
    long submittedAt,
    long walltime,
    Shape shape,
    long notBefore,
    boolean held,
    String array,
    int maxParallel) {

  public static Request of(
      JobId job,
      long number,
      String project,
      int priority,
      long submittedAt,
      long walltime,
      Shape shape) {
    return new Request(
        job, number, project, priority, submittedAt, walltime, shape, 0, false, "", 0);
  }

  public Request held(boolean now) {
    return new Request(
        job,
        number,
        project,
        priority,
        submittedAt,
        walltime,
        shape,
        notBefore,
        now,
        array,
        maxParallel);
  }

  boolean isLimitedByArray() {
    return maxParallel > 0 && !array.isEmpty();
  }
}
