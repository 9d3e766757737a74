package org.gpurma.runtime;

import java.time.Duration;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.network.World;

/**
 * Leaves the world together with the others: mpirun kills everybody as soon as one ends by itself
 * with an error, and they may still be reporting. After a failure nobody is waited for long: a peer
 * may hang.
 */
final class Farewell {

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(3);

  private Farewell() {}

  static void say(World world, boolean succeeded) {
    if (succeeded) {
      leave(world);
      return;
    }
    Thread leaving = Thread.ofPlatform().daemon().start(() -> leave(world));
    try {
      leaving.join(AFTER_FAILURE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void leave(World world) {
    try {
      world.close();
    } catch (FailureException e) {
      System.err.println("gpurma-runtime: " + e.getMessage());
    }
  }
}
