package org.gpurma.service.job;

/** One try at running a job; the first has number 1. */
public record AttemptId(JobId job, int number) {
  @Override
  public String toString() {
    return job + "/" + number;
  }
}
