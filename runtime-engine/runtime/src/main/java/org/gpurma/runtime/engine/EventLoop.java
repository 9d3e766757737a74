package org.gpurma.runtime.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.gpurma.runtime.blockmanager.BlockManager;
import org.gpurma.runtime.blockmanager.ControlMessages;
import org.gpurma.runtime.blockmanager.ControlPage;
import org.gpurma.runtime.blockmanager.Inbox;
import org.gpurma.runtime.blockmanager.PutDelivery;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.stall.StallMail;

/**
 * The loop that serves the ranks: polls their command queues, the network, the copies under way and
 * the kernel. One cycle never waits.
 *
 * <p>A process may only end when nobody sends to it any more. So each says DRAINED to all others
 * when its kernel has ended and its puts have left, and ends when it has heard the same from all:
 * messages of one process arrive in order.
 */
final class EventLoop {

  /**
   * Between two looks at the kernel's state and the ranks' fault records; they cost more than a
   * queue.
   */
  private static final int CYCLES_A_LOOK = 16;

  private enum Phase {
    KERNEL_RUNS,
    LEAVING,
    PEERS_LEAVE,
    OVER
  }

  private final List<BlockManager> managers;
  private final Inbox inbox;
  private final PutDelivery delivery;
  private final ControlMessages messages;
  private final StallMail letters;
  private final ControlPage page;
  private final FaultWatch faults;
  private final FailureBoard failures;
  private final Idle idle;
  private final int peers;

  private Phase phase = Phase.KERNEL_RUNS;
  private Optional<Deadlines> ending = Optional.empty();
  private int cycles;
  private long kernelEnd;

  EventLoop(Services services, FaultWatch faults, FailureBoard failures, Idle idle, int peers) {
    this.managers = services.managers();
    this.inbox = services.inbox();
    this.delivery = services.delivery();
    this.messages = services.messages();
    this.letters = services.letters();
    this.page = services.page();
    this.faults = faults;
    this.failures = failures;
    this.idle = idle;
    this.peers = peers;
  }

  /** What the loop drives. */
  record Services(
      List<BlockManager> managers,
      Inbox inbox,
      PutDelivery delivery,
      ControlMessages messages,
      StallMail letters,
      ControlPage page) {}

  /**
   * Serves the launched kernel to the end of the job; returns when it ended, by System.nanoTime.
   */
  long run(Run kernel) {
    while (phase != Phase.OVER) {
      idle.after(step(kernel));
    }
    return kernelEnd;
  }

  private boolean step(Run kernel) {
    boolean worked = false;
    try {
      worked = cycle();
      worked |= look(kernel);
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
    boolean worked = inbox.work();
    for (int i = 0; i < managers.size(); i++) {
      worked |= managers.get(i).work();
    }
    messages.collect();
    return worked;
  }

  /**
   * Returns whether the kernel has just ended: what its ranks asked for last is taken with the next
   * cycle, so this one counts as work.
   */
  private boolean look(Run kernel) {
    cycles++;
    if (cycles % CYCLES_A_LOOK != 0) {
      return false;
    }
    faults.poll();
    if (phase != Phase.KERNEL_RUNS) {
      return false;
    }
    // Only until DRAINED is sent: nothing may follow that.
    letters.carry();
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
        delivery.abandon();
        failures.report(failure(fault));
        leave();
        yield true;
      }
    };
  }

  private void leave() {
    kernelEnd = System.nanoTime();
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
      case PEERS_LEAVE -> peersHaveLeft() || peersAreOver() ? Phase.OVER : phase;
      case OVER -> phase;
    };
  }

  private boolean hasLeft() {
    for (BlockManager manager : managers) {
      if (!manager.isIdle()) {
        return false;
      }
    }
    return messages.isEmpty() && letters.isEmpty();
  }

  private boolean peersHaveLeft() {
    return inbox.drainedProcesses() == peers && inbox.isEmpty() && messages.isEmpty();
  }

  private boolean peersAreOver() {
    return ending.isPresent() && ending.get().peersAreOver();
  }

  private Phase sayDrained() {
    // A rank that failed says so before it ends: its fault comes before the missing finish.
    faults.poll();
    requireFinished();
    endIfFailed();
    messages.broadcast(MessageKind.DRAINED, 0);
    return Phase.PEERS_LEAVE;
  }

  private void requireFinished() {
    if (failures.isEnding()) {
      return;
    }
    for (BlockManager manager : managers) {
      if (!manager.isFinished()) {
        failures.report(
            new Failure.ApiMisuse(
                OptionalInt.of(manager.rank()),
                "rank %d returned without gpurma_gpu_finish".formatted(manager.rank())));
        return;
      }
    }
  }
}
