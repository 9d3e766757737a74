package org.gpurma.service.launch;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.gpurma.service.placement.ProcessPlacement;

/** Starts the processes of attempts, and finds them again after a restart. */
public interface JobLauncher {
  /**
   * Where things will lie on the nodes.
   *
   * @param here where they lie on this machine
   * @throws IOException where the runtime bundle cannot be read
   */
  default LaunchSite site(String launchId, LaunchSite here, List<ProcessPlacement> placements)
      throws IOException {
    return here;
  }

  /**
   * @throws IOException with a message for people, where the processes cannot be started
   */
  LaunchedJob launch(LaunchOrder order) throws IOException, InterruptedException;

  /** The attempt's processes, running or ended; empty where they were never started. */
  Optional<LaunchedJob> reattach(LaunchOrder order);
}
