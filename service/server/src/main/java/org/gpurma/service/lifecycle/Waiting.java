package org.gpurma.service.lifecycle;

import java.time.Instant;
import java.util.List;
import org.gpurma.service.scheduling.Explanation;
import org.gpurma.service.scheduling.Inventory;

/**
 * Why a job waits.
 *
 * @param asOf when it was looked at
 * @param inventory the nodes that the explanation speaks of by index
 * @param refusals why the nodes that were chosen for it did not take it after all, in sentences
 */
public record Waiting(
    Explanation explanation, Instant asOf, Inventory inventory, List<String> refusals) {
  public Waiting {
    refusals = List.copyOf(refusals);
  }
}
