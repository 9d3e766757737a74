package org.gpurma.service.placement;

import java.util.List;

/** Whether there is room for a job now. */
public sealed interface PlacementResult {
  record Placed(Placement placement) implements PlacementResult {}

  /**
   * @param reasons sentences for people: what there is, and what it lacks
   */
  record NoRoom(List<String> reasons) implements PlacementResult {
    public NoRoom {
      reasons = List.copyOf(reasons);
    }
  }
}
