package org.gpurma.service.scheduling;

import java.util.List;

/**
 * GPUs set aside for the job that is next in line: none that starts before it may still hold them
 * then.
 *
 * @param at when they are all free at the latest, in milliseconds
 */
public record Reservation(Request request, long at, List<Share> shares) {
  public Reservation {
    shares = List.copyOf(shares);
  }
}
