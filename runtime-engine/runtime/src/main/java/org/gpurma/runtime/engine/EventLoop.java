package org.gpurma.runtime.engine;

import java.util.Optional;
import java.util.OptionalInt;
import org.gpurma.runtime.blockmanager.BlockManagers;
import org.gpurma.runtime.blockmanager.Departures;
import org.gpurma.runtime.delivery.Arrivals;
import org.gpurma.runtime.delivery.ControlMessages;
import org.gpurma.runtime.delivery.ControlPage;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.stall.StallMail;

/**
 * The loop that serves the ranks: polls their command queues, what leaves this process and the
 * kernel; what arrives too, unless a thread of its own does. One cycle never waits.
 *
 * <p>A process may only end when nobody sends to it any more. So each says DRAINED to all, itself
 * included, when its kernel has ended and its puts have left, and ends when it has heard the same
 * from all: messages of one process arrive in order. Letters may follow DRAINED, but only in answer
 * to a process that has not said so.
 */
final class EventLoop {

  /**
   * Without work, before a look at the kernel's state and the ranks' fault records: a look takes
   * some microseconds, which a put may have to wait, and a kernel that has ended asks for nothing.
   * Fewer where the loop rests.
   */
  private static final int CYCLES_A_LOOK = 512;

  /** Between two looks where there is always something to do. */
  private static final int BUSY_CYCLES_A_LOOK = 16 * CYCLES_A_LOOK;

  private static final int RESTS_A_LOOK = 16;

  private enum Phase {
    KERNEL_RUNS,
    LEAVING,
    PEERS_LEAVE,
    OVER
  }

  private final BlockManagers managers;
  private final Departures departures;
  private final Arrivals arrivals;
  private final Receiver receiver;
  private final ControlMessages messages;
  private final StallMail letters;
  private final ControlPage page;
  private final FaultWatch faults;
  private final ReturnWatch returns;
  private final FailureBoard failures;
  private final Idle idle;
  private final int process;

  private Phase phase = Phase.KERNEL_RUNS;
  private Optional<Deadlines> ending = Optional.empty();

  /** Since the last look, and of these the last ones, without work. */
  private int cycles;

  private int idleCycles;
  private long kernelEnd;

  EventLoop(
      Services services,
      Receiver receiver,
      FaultWatch faults,
      FailureBoard failures,
      Idle idle,
      int process) {
    this.departures = services.departures();
    this.managers = departures.managers();
    this.arrivals = services.arrivals();
    this.receiver = receiver;
    this.messages = services.messages();
    this.letters = services.letters();
    this.page = services.page();
    this.faults = faults;
    this.returns = new ReturnWatch(managers);
    this.failures = failures;
    this.idle = idle;
    this.process = process;
  }

  /**
   * Serves the launched kernel to the end of the job; returns when it ended, by System.nanoTime.
   */
  long run(Run kernel) {
    while (phase != Phase.OVER) {
      idle.after(step(kernel));
    }
    receiver.close();
    return kernelEnd;
  }

  private boolean step(Run kernel) {
    boolean worked = false;
    try {
      worked = cycle();
      worked |= look(kernel, worked);
    } catch (FailureException e) {
      failures.report(e.failure());
    }
    try {
      endIfFailed();
      phase = next(worked);
    } catch (FailureException e) {
      failures.report(e.failure());
    }
    return worked;
  }

  private boolean cycle() {
    return receiver.work() | departures.work();
  }

  /**
   * Returns whether the kernel has just ended: what its ranks asked for last is taken with the next
   * cycle, so this one counts as work.
   */
  private boolean look(Run kernel, boolean worked) {
    int passed = idle.wasLong() ? CYCLES_A_LOOK / RESTS_A_LOOK : 1;
    cycles += passed;
    idleCycles = worked ? 0 : idleCycles + passed;
    if (idleCycles < CYCLES_A_LOOK && cycles < BUSY_CYCLES_A_LOOK) {
      return false;
    }
    cycles = 0;
    idleCycles = 0;
    faults.poll();
    if (phase == Phase.KERNEL_RUNS || ending.isEmpty()) {
      letters.carry();
    }
    if (phase != Phase.KERNEL_RUNS) {
      return false;
    }
    if (!failures.isEnding()) {
      returns.look(kernel).ifPresent(failures::report);
    }
    return hasEnded(kernel);
  }

  private boolean hasEnded(Run kernel) {
    return switch (kernel.poll()) {
      case RunState.Running _ -> false;
      case RunState.Ended _ -> {
        leave();
        yield true;
      }
      case RunState.Faulted fault -> {
        arrivals.abandon();
        failures.report(failure(fault));
        leave();
        yield true;
      }
    };
  }

  private void leave() {
    kernelEnd = System.nanoTime();
    letters.leave();
    phase = Phase.LEAVING;
  }

  private Failure failure(RunState.Faulted fault) {
    OptionalInt rank =
        fault.block().isPresent()
            ? OptionalInt.of(managers.get(fault.block().getAsInt()).rank())
            : OptionalInt.empty();
    return switch (fault.kind()) {
      case ILLEGAL_ADDRESS -> new Failure.IllegalAddress(rank, fault.message());
      case DEVICE_ERROR -> new Failure.DeviceError(rank, fault.message());
    };
  }

  private void endIfFailed() {
    if (ending.isPresent() || !failures.isEnding()) {
      return;
    }
    ending = Optional.of(new Deadlines(failures.isStopRequested()));
    page.abort();
    if (failures.first().isPresent()) {
      messages.broadcast(MessageKind.FAIL, 0);
    }
  }

  private Phase next(boolean worked) {
    return switch (phase) {
      case KERNEL_RUNS -> {
        if (ending.isPresent() && ending.get().kernelIsOver()) {
          leave();
        }
        yield phase;
      }
      case LEAVING -> !worked && (hasLeft() || peersAreOver()) ? sayDrained() : phase;
      case PEERS_LEAVE ->
          (receiver.isOver() && departures.areIdle()) || peersAreOver() ? Phase.OVER : phase;
      case OVER -> phase;
    };
  }

  private boolean hasLeft() {
    return departures.areIdle() && letters.isEmpty();
  }

  private boolean peersAreOver() {
    return ending.isPresent() && ending.get().peersAreOver();
  }

  private Phase sayDrained() {
    // A rank that failed says so before it ends: its fault comes before the missing finish.
    faults.poll();
    requireFinished();
    endIfFailed();
    messages.send(process, MessageKind.DRAINED, 0);
    messages.broadcast(MessageKind.DRAINED, 0);
    return Phase.PEERS_LEAVE;
  }

  private void requireFinished() {
    if (!failures.isEnding()) {
      returns.end().ifPresent(failures::report);
    }
  }
}
