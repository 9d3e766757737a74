package org.gpurma.service.launch;

import java.util.List;
import java.util.Map;

/**
 * Everything that a launcher needs to start an attempt, and that people may look at.
 *
 * @param environment of mpirun
 * @param files by name, what mpirun reads
 * @param notes sentences for people: what of a job's wishes cannot be had
 */
public record LaunchPlan(
    List<String> command,
    Map<String, String> environment,
    Map<String, String> files,
    List<String> notes) {
  public LaunchPlan {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    files = Map.copyOf(files);
    notes = List.copyOf(notes);
  }
}
