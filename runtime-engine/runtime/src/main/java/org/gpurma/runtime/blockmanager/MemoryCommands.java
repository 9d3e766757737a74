package org.gpurma.runtime.blockmanager;

import java.util.OptionalInt;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.queue.Acknowledgements;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.WindowHandle;

/** A rank's allocations and windows. Each command is answered unless it ends the job. */
final class MemoryCommands {

  private final int rank;
  private final int deviceRank;
  private final RankServices services;
  private final Acknowledgements answers;

  /** Takes the rank in WORLD. */
  MemoryCommands(int rank, RankServices services, Acknowledgements answers) {
    this.rank = rank;
    this.deviceRank = rank - services.topology().rankStart();
    this.services = services;
    this.answers = answers;
  }

  /** The address is 0 when the pool is exhausted, as malloc has it. */
  void allocate(FlaggedQueueReader command) {
    long bytes = command.wide(CommandDescriptor.WIDE_WORD);
    answer(command, services.pool().allocate(bytes).orElse(0));
  }

  void free(FlaggedQueueReader command) {
    long address = command.wide(CommandDescriptor.WIDE_WORD);
    if (address == 0 || services.pool().free(address)) {
      answer(command, 0);
    } else {
      services
          .failures()
          .report(
              new Failure.ApiMisuse(
                  OptionalInt.of(rank),
                  "rank %d frees 0x%x, which gpurma_mem_alloc did not return or which is free already"
                      .formatted(rank, address)));
    }
  }

  void createWindow(FlaggedQueueReader command, int window) {
    long base = command.wide(CommandDescriptor.BASE_WORD);
    long bytes = command.wide(CommandDescriptor.WIDE_WORD);
    if (!WindowHandle.isValid(window)) {
      misuse("rank %d creates a window of unknown handle %d".formatted(rank, window));
    } else if (!services.exposable().contains(base, bytes)) {
      misuse(
          "rank %d creates a window of %d bytes at 0x%x, which is not managed memory, userdata or a named buffer"
              .formatted(rank, bytes, base));
    } else {
      services.windows().register(window, deviceRank, base, bytes);
      answer(command, 0);
    }
  }

  void freeWindow(FlaggedQueueReader command, int window) {
    if (services.windows().isAlive(window, deviceRank)) {
      services.windows().remove(window, deviceRank);
      answer(command, 0);
    } else {
      misuse("rank %d frees %s, which is not alive".formatted(rank, WindowHandle.describe(window)));
    }
  }

  private void misuse(String message) {
    services.failures().report(new Failure.WindowMisuse(OptionalInt.of(rank), message));
  }

  private void answer(FlaggedQueueReader command, long value) {
    int opcode = command.word(CommandDescriptor.HEAD_WORD) & CommandDescriptor.BYTE_MASK;
    answers.post(opcode, command.word(CommandDescriptor.TOKEN_WORD), value);
  }
}
