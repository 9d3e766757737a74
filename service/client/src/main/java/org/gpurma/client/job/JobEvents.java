package org.gpurma.client.job;

import java.util.List;

/**
 * A piece of a job's history.
 *
 * @param next position that the following piece begins after; null at the end
 */
public record JobEvents(List<JobEvent> items, Integer next) {

  public JobEvents {
    items = items == null ? List.of() : List.copyOf(items);
  }
}
