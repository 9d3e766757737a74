package org.gpurma.service.launch;

import java.util.List;
import java.util.Map;

/** Everything that a launcher needs to start an attempt, and that people may look at. */
public record LaunchPlan(List<String> command, Map<String, String> environment, String rankfile) {
  public LaunchPlan {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
