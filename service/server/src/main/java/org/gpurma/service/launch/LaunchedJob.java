package org.gpurma.service.launch;

import java.util.concurrent.CompletableFuture;

/** The running processes of an attempt. */
public interface LaunchedJob {
  /** Completes when the launcher has ended; other processes of it may still be there. */
  CompletableFuture<LaunchExit> exit();

  /** Asks all processes to end. */
  void terminate();

  /**
   * Kills what is left of the whole process tree and returns how many processes are still there.
   */
  int kill();
}
