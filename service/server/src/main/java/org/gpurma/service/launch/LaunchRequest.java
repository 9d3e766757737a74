package org.gpurma.service.launch;

import java.nio.file.Path;
import java.util.List;
import org.gpurma.service.placement.ProcessPlacement;

/**
 * What is to be started where.
 *
 * @param asRoot mpirun refuses to run as root unless told to
 */
public record LaunchRequest(
    String mpirun,
    Path runtime,
    Path runFolder,
    List<ProcessPlacement> placements,
    boolean asRoot) {
  public LaunchRequest {
    placements = List.copyOf(placements);
  }
}
