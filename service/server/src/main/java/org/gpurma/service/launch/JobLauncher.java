package org.gpurma.service.launch;

import java.io.IOException;
import java.util.Optional;

/** Starts the processes of attempts, and finds them again after a restart. */
public interface JobLauncher {
  LaunchedJob launch(LaunchOrder order) throws IOException;

  /** The attempt's processes, running or ended; empty where they were never started. */
  Optional<LaunchedJob> reattach(LaunchOrder order);
}
