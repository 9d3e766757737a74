package org.gpurma.runtime.blockmanager;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.OutboundMessage;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.LaneDescriptor;

/** A rank's puts: sends each to the process of its target, be it this one. */
final class PutCommands {

  private final int rank;
  private final FlaggedQueueReader commands;
  private final AccessCommand access;
  private final StagedPuts staged;
  private final FailureBoard failures;
  private final MemorySegment packet =
      Arena.global().allocate(MessageHeader.BYTES + LaneDescriptor.PACKET_BYTES, Long.BYTES);
  private final OutboundMessage message;

  /** Takes the rank in WORLD. */
  PutCommands(int rank, FlaggedQueueReader commands, StagedPuts staged, RankServices services) {
    this.rank = rank;
    this.commands = commands;
    this.access = new AccessCommand(commands, rank, services.topology());
    this.staged = staged;
    this.failures = services.failures();
    message = services.network().outbound(packet);
  }

  /**
   * Sends a put whose payload follows its command.
   *
   * @return entries that the command took; 0 while they are not all here
   */
  int put() {
    if (!access.read() || access.bytes() > LaneDescriptor.PACKET_BYTES) {
      return refuse();
    }
    int bytes = access.bytes();
    int behind = CommandDescriptor.payloadEntries(bytes);
    if (!commands.hasEntriesBehind(behind)) {
      return 0;
    }
    access.putHeader(packet);
    copyPayload(Math.ceilDiv(bytes, Integer.BYTES), behind);
    message.sendNow(access.process(), MessageHeader.BYTES + bytes);
    return 1 + behind;
  }

  /** Sends a put whose payload lies in a staging slot; returns the entries of the command. */
  int putStaged() {
    int slot = commands.word(CommandDescriptor.STAGING_WORD);
    if (!access.read() || !staged.holds(slot, access.bytes())) {
      return refuse();
    }
    access.putHeader(staged.header(slot));
    staged.send(access.process(), slot, access.bytes());
    return 1;
  }

  private void copyPayload(int words, int entriesBehind) {
    int first = CommandDescriptor.PUT_INLINE_WORD;
    long at = MessageHeader.BYTES;
    int left = words;
    for (int entry = 0; entry <= entriesBehind; entry++) {
      int count = Math.min(left, EntryDescriptor.WORDS - first);
      commands.copyWords(entry, first, first + count, packet, at);
      at += (long) count * Integer.BYTES;
      left -= count;
      first = 0;
    }
  }

  private int refuse() {
    failures.report(
        new Failure.ApiMisuse(
            OptionalInt.of(rank),
            "rank %d puts %d bytes to rank %d of window handle %d, which cannot be"
                .formatted(rank, access.bytes(), access.target(), access.window())));
    return 1;
  }
}
