package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.LogEntryDescriptor;

/** The device's side of a rank's log: items that run over entries, entries in a queue. */
final class FakeLog {

  private static final int DATA = LogEntryDescriptor.DATA_BYTES;

  private final FlaggedQueueWriter queue;
  private final Runnable makeRoom;
  private final ByteBuffer items =
      ByteBuffer.allocate(EntryDescriptor.PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long time;

  /** Takes what to do while the queue is full. */
  FakeLog(FlaggedQueueWriter queue, Runnable makeRoom) {
    this.queue = queue;
    this.makeRoom = makeRoom;
  }

  /** Memory of a queue and, behind it, of the count of entries that were taken. */
  static MemorySegment memory(int slots) {
    return Arena.ofAuto().allocate((long) slots * EntryDescriptor.BYTES + 64, 64);
  }

  FakeLog text(String text) {
    return text(text.getBytes(UTF_8));
  }

  FakeLog text(byte[] characters) {
    item(LogEntryDescriptor.TEXT);
    item(characters.length);
    item(characters.length >>> Byte.SIZE);
    for (byte character : characters) {
      item(character);
    }
    return this;
  }

  FakeLog truth(boolean value) {
    item(LogEntryDescriptor.TRUTH);
    item(value ? 1 : 0);
    return this;
  }

  FakeLog number(int kind, long value) {
    item(kind);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      item((int) (value >>> shift));
    }
    return this;
  }

  FakeLog item(int value) {
    if (items.position() == DATA) {
      send(0);
    }
    items.put((byte) value);
    return this;
  }

  /** The device clock stands at so many nanoseconds when the line ends. */
  void endLine(long now) {
    time = now;
    send(LogEntryDescriptor.ENDS_LINE);
  }

  private void send(int flags) {
    while (!queue.hasRoom()) {
      makeRoom.run();
    }
    int head = items.position() | flags << LogEntryDescriptor.FLAGS_SHIFT;
    queue.writePiece(0, head, (int) time, (int) (time >>> Integer.SIZE));
    for (int piece = 1; piece < EntryDescriptor.PIECES; piece++) {
      int first = (piece - 1) * EntryDescriptor.PIECE_PAYLOAD_BYTES;
      queue.writePiece(
          piece, items.getInt(first), items.getInt(first + 4), items.getInt(first + 8));
    }
    queue.advance();
    items.clear();
  }
}
