package org.gpurma.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gpurma.runtime.failure.FailureBoard;

/** SIGTERM: the event loop gets a moment to abort the ranks and keep what they said. */
final class Shutdown {

  private static final long GRACE_MILLIS = 900;

  private final CountDownLatch kept = new CountDownLatch(1);

  private Shutdown() {}

  static Shutdown install(FailureBoard failures) {
    Shutdown shutdown = new Shutdown();
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> shutdown.stop(failures)));
    return shutdown;
  }

  /**
   * Everything is in the spool, and with the service as far as time allowed: the process may end
   * any time.
   */
  void everythingIsKept() {
    kept.countDown();
  }

  private void stop(FailureBoard failures) {
    failures.requestStop();
    try {
      if (!kept.await(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
        System.err.println("gpurma-runtime: stopped before everything was kept");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(ExitCode.STOPPED.code());
  }
}
