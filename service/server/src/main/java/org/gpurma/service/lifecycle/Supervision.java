package org.gpurma.service.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.launch.LaunchExit;
import org.gpurma.service.launch.LaunchedJob;

/**
 * Watches a launched attempt until its launcher has ended, and brings it down where it must: on a
 * reported failure, on cancel, at the walltime.
 */
final class Supervision {
  private static final int KILL_ROUNDS = 5;

  private final LaunchedJob launched;
  private final BlockingQueue<Signal> signals;
  private final Instant walltimeEnd;
  private final Duration grace;
  private final Runnable onAllStarted;
  private final ProcessWatch watch;
  private final Consumer<FailureInfo> onLost;
  private EndCause cause = EndCause.BY_ITSELF;
  private Instant killAt;
  private int kills;

  Supervision(
      LaunchedJob launched,
      BlockingQueue<Signal> signals,
      Instant walltimeEnd,
      Duration grace,
      Runnable onAllStarted,
      ProcessWatch watch,
      Consumer<FailureInfo> onLost) {
    this.launched = launched;
    this.signals = signals;
    this.walltimeEnd = walltimeEnd;
    this.grace = grace;
    this.onAllStarted = onAllStarted;
    this.watch = watch;
    this.onLost = onLost;
  }

  EndCause cause() {
    return cause;
  }

  LaunchExit await() throws InterruptedException {
    launched.exit().thenAccept(exit -> signals.add(new Signal.LauncherEnded(exit)));
    while (kills < KILL_ROUNDS) {
      Instant deadline = killAt == null ? walltimeEnd : killAt;
      long left = Math.max(0, Duration.between(Instant.now(), deadline).toMillis());
      long wait = watch.period().map(period -> Math.min(left, period.toMillis())).orElse(left);
      switch (signals.poll(wait, TimeUnit.MILLISECONDS)) {
        case null -> {
          lookAtProcesses();
          if (wait == left) {
            deadlinePassed();
          }
        }
        case Signal.AllStarted _ -> onAllStarted.run();
        // mpirun takes the others down once the failed process has ended; only a stuck one is left
        // to us.
        case Signal.FailureReported _ -> end(EndCause.FAILURE);
        case Signal.CancelRequested _ -> {
          end(EndCause.CANCEL);
          launched.terminate();
        }
        case Signal.ServiceStops _ -> throw new DetachedException();
        case Signal.LauncherEnded ended -> {
          return ended.exit();
        }
      }
    }
    return new LaunchExit(OptionalInt.empty());
  }

  private void end(EndCause why) {
    if (killAt == null) {
      cause = why;
      killAt = Instant.now().plus(grace);
    }
  }

  /** Nobody waits for what a lost node could still say; mpirun would, and is killed at once. */
  private void lookAtProcesses() {
    if (cause == EndCause.BY_ITSELF || cause == EndCause.FAILURE) {
      watch.lost().ifPresent(this::giveUp);
    }
  }

  private void giveUp(FailureInfo lost) {
    onLost.accept(lost);
    cause = causeOf(lost);
    if (cause == EndCause.NODE_LOST) {
      launched.giveUp(lost.node());
    }
    killAt = Instant.now();
    deadlinePassed();
  }

  /** What {@link ProcessWatch} has found. */
  static EndCause causeOf(FailureInfo lost) {
    return lost.kind().equals(ProcessWatch.SILENT) ? EndCause.PROCESS_SILENT : EndCause.NODE_LOST;
  }

  private void deadlinePassed() {
    if (killAt == null) {
      end(EndCause.WALLTIME);
      launched.terminate();
    } else {
      launched.kill();
      kills++;
      killAt = Instant.now().plus(grace);
    }
  }
}
