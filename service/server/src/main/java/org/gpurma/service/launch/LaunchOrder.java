package org.gpurma.service.launch;

import java.nio.file.Path;
import java.util.List;
import org.gpurma.service.placement.ProcessPlacement;

/**
 * One attempt to start.
 *
 * @param launchId marks every process of it, so that none is ever lost sight of
 * @param runFolder on this machine
 */
public record LaunchOrder(
    String launchId, LaunchPlan plan, Path runFolder, List<ProcessPlacement> placements) {
  public LaunchOrder {
    placements = List.copyOf(placements);
  }
}
