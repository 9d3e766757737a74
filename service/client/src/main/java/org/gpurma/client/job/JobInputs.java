package org.gpurma.client.job;

import java.util.List;

/** The files that came with a job. */
public record JobInputs(List<JobInput> items) {

  public JobInputs {
    items = items == null ? List.of() : List.copyOf(items);
  }
}
