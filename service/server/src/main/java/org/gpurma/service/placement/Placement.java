package org.gpurma.service.placement;

import java.util.List;

/**
 * Where the processes of a job go, and why.
 *
 * @param explanation sentences for people
 */
public record Placement(
    List<ProcessPlacement> processes, PlacementCost cost, List<String> explanation) {
  public Placement {
    processes = List.copyOf(processes);
    explanation = List.copyOf(explanation);
  }
}
