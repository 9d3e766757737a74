package org.gpurma.service.launch;

import java.io.IOException;
import java.util.List;
import java.util.Set;
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

  /** Whether a debugger holds a process of it. */
  default boolean isDebugged() {
    return false;
  }

  /**
   * What is still there after {@link #kill}: processes, or memory of real GPUs that somebody holds.
   * Nodes that are lost are not asked.
   */
  default List<Remains> remains() throws InterruptedException {
    return List.of();
  }

  /** Nodes that the launcher has lost. What runs there ends by itself. */
  default Set<String> lostNodes() {
    return Set.of();
  }

  /** A node that does not answer any more: nothing of it is waited for. */
  default void giveUp(String node) {}

  /** Brings what the processes left on their nodes into the run folder. */
  default void collect() throws IOException, InterruptedException {}
}
