package org.gpurma.service.jobspec;

import java.util.List;
import java.util.Objects;

/**
 * An address that is told of a job's events.
 *
 * @param on which ones
 */
public record NotificationSpec(String url, List<String> on) {
  public NotificationSpec {
    on = List.copyOf(Objects.requireNonNullElse(on, List.of("ended")));
  }
}
