package org.gpurma.runtime.delivery;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.gpurma.runtime.network.MessageHeader;
import org.gpurma.runtime.queue.FlaggedPieceWriter;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.LaneDescriptor;

/** The host's lane of one rank: writes accesses, whole, in order. */
final class HostLane {

  private final FlaggedPieceWriter pieces;
  private long packetsEnd;

  HostLane(FlaggedPieceWriter pieces) {
    this.pieces = pieces;
  }

  /** Modulo 2^32. */
  int piecesWritten() {
    return (int) pieces.written();
  }

  boolean hasRoom(int payloadBytes) {
    return pieces.hasRoom(LaneDescriptor.pieces(payloadBytes));
  }

  /**
   * Writes a message's access with its payload, which the rank will move into its window. The head
   * comes last: a rank that sees it need not look for the rest again, which is a trip over the bus.
   */
  void writePacket(MemorySegment header, MemorySegment payload, long at) {
    int bytes = MessageHeader.payloadBytes(header);
    if (bytes > 0) {
      pieces.put(LaneDescriptor.HEAD_PIECES, payload, at, bytes);
    }
    putHead(header, bytes, MessageHeader.flags(header));
    pieces.advance(LaneDescriptor.pieces(bytes));
    if (bytes > 0) {
      packetsEnd = pieces.written();
    }
  }

  /** Writes a message's access, whose bytes are where they belong. */
  void writeDirect(MemorySegment header) {
    putHead(header, 0, MessageHeader.flags(header) | AccessFlags.DIRECT);
    pieces.advance(LaneDescriptor.HEAD_PIECES);
  }

  /**
   * Whether the rank has moved every payload that was written here: what comes next may be written
   * into its window.
   */
  boolean packetsAreTaken() {
    return packetsEnd <= pieces.taken();
  }

  /**
   * Gives the messages of the puts that the rank will not move any more: it has finished.
   *
   * @param message room for the largest one; its target is set
   */
  void readUntaken(MemorySegment message, Consumer<MemorySegment> reader) {
    long end = pieces.written();
    for (long piece = pieces.taken(); piece < end; ) {
      int word = pieces.word(piece, 2);
      int bytes = word >>> LaneDescriptor.BYTES_SHIFT & LaneDescriptor.BYTES_MASK;
      if (bytes > 0) {
        MessageHeader.putAccess(
            message,
            word & LaneDescriptor.WINDOW_MASK,
            pieces.word(piece + 1, 0),
            pieces.word(piece, 0),
            0,
            Integer.toUnsignedLong(pieces.word(piece, 1)),
            bytes);
        pieces.read(piece + LaneDescriptor.HEAD_PIECES, message, MessageHeader.BYTES, bytes);
        reader.accept(message);
      }
      piece += LaneDescriptor.pieces(bytes);
    }
  }

  private void putHead(MemorySegment header, int bytes, int flags) {
    pieces.put(1, MessageHeader.source(header), 0, 0);
    pieces.put(
        0,
        MessageHeader.tag(header),
        (int) MessageHeader.offset(header),
        MessageHeader.window(header)
            | bytes << LaneDescriptor.BYTES_SHIFT
            | flags << LaneDescriptor.FLAGS_SHIFT);
  }
}
