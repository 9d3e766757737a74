package org.gpurma.runtime.blockmanager;

import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.WindowHandle;
import org.gpurma.runtime.topology.JobTopology;

/** A rank's puts: addresses each to the process of its target. */
final class PutCommands {

  private final int rank;
  private final JobTopology topology;
  private final StagedPuts staged;
  private final FailureBoard failures;

  /** Takes the rank in WORLD. */
  PutCommands(int rank, JobTopology topology, StagedPuts staged, FailureBoard failures) {
    this.rank = rank;
    this.topology = topology;
    this.staged = staged;
    this.failures = failures;
  }

  void put(FlaggedQueueReader command, int flags, int window) {
    boolean world = WindowHandle.communicator(window) == WindowHandle.WORLD;
    int first = world ? 0 : topology.rankStart();
    int size = world ? topology.worldSize() : topology.ranks();
    int target = command.word(CommandDescriptor.TARGET_WORD);
    int slot = command.word(CommandDescriptor.STAGING_WORD);
    int bytes = command.word(CommandDescriptor.PUT_BYTES_WORD);
    if (!WindowHandle.isValid(window) || target < 0 || target >= size) {
      refuse("rank %d puts to rank %d of window handle %d".formatted(rank, target, window));
    } else if (slot < 0 || slot >= staged.slots() || !fits(slot, bytes)) {
      refuse("rank %d puts %d bytes from staging slot %d".formatted(rank, bytes, slot));
    } else {
      MemorySegment header = staged.slot(slot).host();
      MessageHeader.putPut(header, topology.process(), rank, first + target);
      MessageHeader.putAccess(
          header,
          window,
          rank - first,
          command.word(CommandDescriptor.TAG_WORD),
          flags,
          command.wide(CommandDescriptor.WIDE_WORD),
          bytes);
      send(slot, first + target, bytes);
    }
  }

  private boolean fits(int slot, int bytes) {
    return bytes >= 0 && bytes <= staged.slot(slot).host().byteSize() - MessageHeader.BYTES;
  }

  private void send(int slot, int target, int bytes) {
    int process = topology.processOf(target);
    if (process == topology.process()) {
      staged.deliverHere(slot);
    } else {
      staged.sendTo(process, slot, bytes);
    }
  }

  private void refuse(String what) {
    failures.report(new Failure.ApiMisuse(OptionalInt.of(rank), what + ", which does not exist"));
  }
}
