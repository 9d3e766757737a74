package org.gpurma.runtime.blockmanager;

import java.util.OptionalInt;
import org.gpurma.runtime.delivery.WorldBarrier;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.queue.Acknowledgements;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.records.CommandDescriptor;

/**
 * Executes the commands of one rank. Nothing in it waits: what cannot be done now is tried again.
 */
public final class BlockManager {

  /** Of one rank in a row, so that a busy rank does not hold up the others. */
  private static final int COMMANDS_A_CYCLE = 16;

  private final int rank;
  private final RankServices services;
  private final FlaggedQueueReader commands;
  private final Acknowledgements answers;
  private final MemoryCommands memoryCommands;
  private final AccessCommands accesses;
  private final StagedPuts staged;
  private final BulkPuts bulk;
  private final Gets gets;
  private boolean finished;

  /** Takes the rank in WORLD. */
  public BlockManager(int rank, RankMemory memory, RankServices services) {
    this.rank = rank;
    this.services = services;
    this.commands = memory.commands();
    this.answers = memory.acknowledgements();
    this.memoryCommands = new MemoryCommands(rank, services, answers);
    this.staged = new StagedPuts(memory, services.network());
    this.bulk = new BulkPuts(services.transfers(), answers);
    this.gets = new Gets(memory);
    this.accesses = new AccessCommands(rank, commands, staged, bulk, gets, services);
  }

  public int rank() {
    return rank;
  }

  /** Whether the rank has called gpurma_gpu_finish. */
  public boolean isFinished() {
    return finished;
  }

  /** Entries of the rank's queue that are done with, modulo 2^32. */
  int entriesDone() {
    return commands.taken();
  }

  /** Whether it has commands of the rank that are not executed. */
  public boolean hasCommands() {
    return commands.hasEntry();
  }

  FlaggedQueueReader commands() {
    return commands;
  }

  /** Executes what the rank has sent; returns whether there was anything to do. */
  boolean execute() {
    boolean worked = false;
    for (int i = 0; i < COMMANDS_A_CYCLE && commands.hasEntry(); i++) {
      int entries = executeNext();
      if (entries == 0) {
        return worked;
      }
      commands.take(entries);
      worked = true;
    }
    return worked;
  }

  /** Whether something is to be done for the rank that no command asks for. */
  boolean hasOpenEnds() {
    return !staged.isEmpty() || !bulk.isEmpty() || !gets.isEmpty() || !answers.isEmpty();
  }

  /** Does it, as far as it goes; returns whether it went. */
  boolean tieUp() {
    return answers.retry() | staged.release();
  }

  /** Returns the entries that the next command took; 0 where it must wait. */
  private int executeNext() {
    int head = commands.word(CommandDescriptor.HEAD_WORD);
    int opcode = head & CommandDescriptor.BYTE_MASK;
    return switch (opcode) {
      case CommandDescriptor.PUT -> accesses.put();
      case CommandDescriptor.PUT_STAGED -> accesses.putStaged();
      case CommandDescriptor.PUT_BULK -> accesses.putBulk();
      case CommandDescriptor.GET -> accesses.get();
      default -> {
        executeRare(opcode, head);
        yield 1;
      }
    };
  }

  private void executeRare(int opcode, int head) {
    int flags = head >>> CommandDescriptor.FLAGS_SHIFT & CommandDescriptor.BYTE_MASK;
    int window = head >>> CommandDescriptor.WINDOW_SHIFT;
    switch (opcode) {
      case CommandDescriptor.MEM_ALLOC -> memoryCommands.allocate(commands);
      case CommandDescriptor.MEM_FREE -> memoryCommands.free(commands);
      case CommandDescriptor.WIN_CREATE -> memoryCommands.createWindow(commands, window);
      case CommandDescriptor.WIN_FREE -> memoryCommands.freeWindow(commands, window);
      case CommandDescriptor.BARRIER ->
          services
              .messages()
              .send(
                  WorldBarrier.COUNTING_PROCESS,
                  MessageKind.BARRIER_ARRIVE,
                  commands.word(CommandDescriptor.EPOCH_WORD));
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
    services.finished().offer(rank - services.topology().rankStart());
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
