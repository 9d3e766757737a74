package org.gpurma.service.scheduling;

import java.util.List;
import org.gpurma.service.job.JobId;

/**
 * A job that has GPUs.
 *
 * @param expectedEnd when its walltime is over, in milliseconds
 * @param array the job array it belongs to; empty: none
 */
public record Running(
    JobId job, String project, String array, long expectedEnd, List<Share> shares) {
  public Running {
    shares = List.copyOf(shares);
  }

  static Running begin(Request request, List<Share> shares, long now) {
    return new Running(
        request.job(), request.project(), request.array(), now + request.walltime(), shares);
  }

  int held() {
    int sum = 0;
    for (Share share : shares) {
      sum += share.held();
    }
    return sum;
  }
}
