package org.gpurma.runtime.blockmanager;

import java.util.OptionalInt;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.queue.Acknowledgements;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.queue.Notifications;
import org.gpurma.runtime.records.CommandDescriptor;

/**
 * Serves one rank. Nothing in it waits: what cannot be done now is tried again with the next call
 * of {@link #work}.
 */
public final class BlockManager {

  /** Of one rank in a row, so that a busy rank does not hold up the others. */
  private static final int COMMANDS_A_CYCLE = 16;

  private final int rank;
  private final RankServices services;
  private final FlaggedQueueReader commands;
  private final Acknowledgements answers;
  private final Notifications notifications;
  private final MemoryCommands memoryCommands;
  private final PutCommands putCommands;
  private final StagedPuts staged;
  private boolean finished;

  /**
   * @param rank in WORLD
   * @param notifications of this rank
   */
  public BlockManager(
      int rank,
      RankMemory memory,
      Notifications notifications,
      RankServices services,
      NetworkManager network,
      PutDelivery delivery) {
    this.rank = rank;
    this.services = services;
    this.commands = memory.commands();
    this.answers = memory.acknowledgements();
    this.notifications = notifications;
    this.memoryCommands = new MemoryCommands(rank, services, answers);
    this.staged = new StagedPuts(memory, network, delivery);
    this.putCommands = new PutCommands(rank, services.topology(), staged, services.failures());
  }

  public int rank() {
    return rank;
  }

  /** Whether the rank has called gpurma_gpu_finish. */
  public boolean isFinished() {
    return finished;
  }

  /** Whether all puts of the rank have left this process. */
  public boolean isIdle() {
    return staged.isEmpty();
  }

  /** Returns whether there was anything to do. */
  public boolean work() {
    answers.retry();
    notifications.retry();
    boolean worked = staged.release();
    for (int i = 0; i < COMMANDS_A_CYCLE && commands.poll(); i++) {
      execute();
      worked = true;
    }
    return worked;
  }

  private void execute() {
    int head = commands.word(CommandDescriptor.HEAD_WORD);
    int flags = head >>> CommandDescriptor.FLAGS_SHIFT & CommandDescriptor.BYTE_MASK;
    int window = head >>> CommandDescriptor.WINDOW_SHIFT;
    int opcode = head & CommandDescriptor.BYTE_MASK;
    switch (opcode) {
      case CommandDescriptor.MEM_ALLOC -> memoryCommands.allocate(commands);
      case CommandDescriptor.MEM_FREE -> memoryCommands.free(commands);
      case CommandDescriptor.WIN_CREATE -> memoryCommands.createWindow(commands, window);
      case CommandDescriptor.WIN_FREE -> memoryCommands.freeWindow(commands, window);
      case CommandDescriptor.PUT -> putCommands.put(commands, flags, window);
      case CommandDescriptor.BARRIER ->
          services.barrier().arrive(commands.word(CommandDescriptor.EPOCH_WORD));
      case CommandDescriptor.TIMER -> time(flags);
      case CommandDescriptor.FINISH -> finish();
      default -> unknown(opcode);
    }
  }

  private void time(int flags) {
    if (flags != CommandDescriptor.TIMER_STOPS) {
      services.timings().start();
    } else if (!services.timings().stop()) {
      services
          .failures()
          .report(
              new Failure.ApiMisuse(
                  OptionalInt.of(rank),
                  "rank %d stops a timer that was not started".formatted(rank)));
    }
  }

  private void finish() {
    finished = true;
    notifications.close();
  }

  private void unknown(int opcode) {
    services
        .failures()
        .report(
            new Failure.RuntimeError(
                "rank %d sent the unknown command %d; its program was built against another device library"
                    .formatted(rank, opcode)));
  }
}
