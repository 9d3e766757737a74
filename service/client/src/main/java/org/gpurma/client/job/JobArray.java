package org.gpurma.client.job;

import java.util.List;
import java.util.Map;

/**
 * The jobs that a sweep made.
 *
 * @param id that of its first job
 * @param maxParallel how many may run at once; 0: any number
 * @param states how many jobs are in which state
 */
public record JobArray(
    String id,
    String name,
    int size,
    int maxParallel,
    Map<JobState, Integer> states,
    List<JobSummary> jobs)
    implements Submitted {

  public JobArray {
    states = Map.copyOf(states);
    jobs = List.copyOf(jobs);
  }
}
