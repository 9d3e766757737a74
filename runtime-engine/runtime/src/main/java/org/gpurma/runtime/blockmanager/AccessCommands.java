package org.gpurma.runtime.blockmanager;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.network.MessageKind;
import org.gpurma.runtime.network.OutboundMessage;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.LaneDescriptor;

/**
 * A rank's puts and gets: sends each to the process of its target, be it this one. Its methods
 * return how many entries the command took; 0 where it must wait.
 */
final class AccessCommands {

  private final int rank;
  private final FlaggedQueueReader commands;
  private final AccessCommand access;
  private final StagedPuts staged;
  private final BulkPuts bulk;
  private final Gets gets;
  private final FailureBoard failures;
  private final MemorySegment packet =
      Arena.global()
          .allocate(
              MessageHeader.BYTES + LaneDescriptor.PACKET_BYTES + EntryDescriptor.PIECE_BYTES,
              Long.BYTES);
  private final OutboundMessage message;

  /** Takes the rank in WORLD. */
  AccessCommands(
      int rank,
      FlaggedQueueReader commands,
      StagedPuts staged,
      BulkPuts bulk,
      Gets gets,
      RankServices services) {
    this.rank = rank;
    this.commands = commands;
    this.access = new AccessCommand(commands, rank, services.topology());
    this.staged = staged;
    this.bulk = bulk;
    this.gets = gets;
    this.failures = services.failures();
    message = services.network().outbound(packet);
  }

  /** A put whose payload follows its command. */
  int put() {
    if (!access.read() || access.bytes() > LaneDescriptor.PACKET_BYTES) {
      return refuse();
    }
    int bytes = access.bytes();
    int behind = CommandDescriptor.payloadEntries(bytes);
    if (!commands.hasEntriesBehind(behind)) {
      return 0;
    }
    access.putHeader(packet, MessageKind.PUT);
    commands.copyWords(
        CommandDescriptor.PUT_INLINE_WORD,
        Math.ceilDiv(bytes, Integer.BYTES),
        packet,
        MessageHeader.BYTES);
    message.sendNow(access.process(), MessageHeader.BYTES + bytes);
    return 1 + behind;
  }

  /** A put whose payload lies in a staging slot. */
  int putStaged() {
    int slot = commands.word(CommandDescriptor.STAGING_WORD);
    if (!access.read() || !staged.holds(slot, access.bytes())) {
      return refuse();
    }
    access.putHeader(staged.header(slot), MessageKind.PUT);
    staged.send(access.process(), slot, access.bytes());
    return 1;
  }

  /** A put whose payload lies in device memory. */
  int putBulk() {
    if (!access.read()) {
      return refuse();
    }
    if (!bulk.hasRoom()) {
      return 0;
    }
    access.putHeader(packet, MessageKind.PUT_BULK);
    MessageHeader.putTransfer(packet, bulk.number());
    message.sendNow(access.process(), MessageHeader.BYTES);
    bulk.start(
        access.process(),
        commands.wide(CommandDescriptor.BUFFER_WORD),
        access.bytes(),
        commands.word(CommandDescriptor.TOKEN_WORD));
    return 1;
  }

  int get() {
    if (!access.read()) {
      return refuse();
    }
    if (!gets.haveRoom()) {
      return 0;
    }
    access.putHeader(packet, MessageKind.GET);
    MessageHeader.putGet(packet, commands.wide(CommandDescriptor.BUFFER_WORD), gets.issue());
    message.sendNow(access.process(), MessageHeader.BYTES);
    return 1;
  }

  private int refuse() {
    failures.report(
        new Failure.ApiMisuse(
            OptionalInt.of(rank),
            "rank %d accesses %d bytes of rank %d by window handle %d, which cannot be"
                .formatted(rank, access.bytes(), access.target(), access.window())));
    return 1;
  }
}
