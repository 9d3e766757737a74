package org.gpurma.service.scheduling;

import java.util.List;
import java.util.Optional;

/**
 * Why a job waits.
 *
 * @param ahead how many jobs stand before it in line
 * @param blockers everything that keeps it from starting now; none: it starts with the next look
 * @param earliest empty where there is no such time: it is held, or never fits
 */
public record Explanation(
    int ahead, List<Blocker> blockers, NearestFit nearest, Optional<EarliestStart> earliest) {
  public Explanation {
    blockers = List.copyOf(blockers);
  }
}
