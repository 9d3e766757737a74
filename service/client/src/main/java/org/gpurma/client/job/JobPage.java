package org.gpurma.client.job;

import java.util.List;

/**
 * A piece of the list of jobs.
 *
 * @param next cursor of the following piece; null at the end
 */
public record JobPage(List<JobSummary> items, String next) {

  public JobPage {
    items = items == null ? List.of() : List.copyOf(items);
  }
}
