package org.gpurma.service.scheduling;

import java.util.List;

/**
 * A job that starts now, and where.
 *
 * @param overtakes whether a job before it in line goes on waiting
 */
public record Start(Request request, List<Share> shares, boolean overtakes) {
  public Start {
    shares = List.copyOf(shares);
  }

  public Running running(long now) {
    return Running.begin(request, shares, now);
  }
}
