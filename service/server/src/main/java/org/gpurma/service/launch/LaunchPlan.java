package org.gpurma.service.launch;

import java.util.List;
import java.util.Map;

/**
 * Everything that a launcher needs to start an attempt, and that people may look at.
 *
 * @param environment of mpirun
 * @param files by name, what mpirun reads
 */
public record LaunchPlan(
    List<String> command, Map<String, String> environment, Map<String, String> files) {
  public LaunchPlan {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    files = Map.copyOf(files);
  }
}
