package org.gpurma.service.scheduling;

import java.util.List;
import java.util.Optional;

/**
 * What one look at the queue came to.
 *
 * @param starts in the order in which they were decided
 * @param reservation of the first job in line that has to wait for GPUs
 */
public record Decisions(List<Start> starts, Optional<Reservation> reservation) {
  public Decisions {
    starts = List.copyOf(starts);
  }
}
