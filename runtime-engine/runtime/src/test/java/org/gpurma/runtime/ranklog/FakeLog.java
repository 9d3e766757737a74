package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.LogEntryDescriptor;
import org.gpurma.wire.LogLevel;

/** The device's side of a rank's log: items that run over entries, entries in a queue. */
final class FakeLog {

  private static final int DATA = LogEntryDescriptor.DATA_BYTES;

  private final FlaggedQueueWriter queue;
  private final Runnable makeRoom;
  private final ByteBuffer items =
      ByteBuffer.allocate(EntryDescriptor.PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long time;
  private int level;
  private int dropped;

  /** Takes what to do while the queue is full. */
  FakeLog(FlaggedQueueWriter queue, Runnable makeRoom) {
    this.queue = queue;
    this.makeRoom = makeRoom;
  }

  /** Memory of a queue and, behind it, of the counts of entries taken and of lines dropped. */
  static MemorySegment memory(int slots) {
    return Arena.ofAuto().allocate((long) slots * EntryDescriptor.BYTES + 64, 64);
  }

  FakeLog text(String text) {
    return text(text.getBytes(UTF_8));
  }

  FakeLog text(byte[] characters) {
    head(LogEntryDescriptor.TEXT, characters.length);
    for (int first = 0; first < characters.length; first += Integer.BYTES) {
      int word = 0;
      for (int i = first; i < Math.min(first + Integer.BYTES, characters.length); i++) {
        word |= (characters[i] & 0xff) << Byte.SIZE * (i - first);
      }
      word(word);
    }
    return this;
  }

  FakeLog truth(boolean value) {
    return head(LogEntryDescriptor.TRUTH, value ? 1 : 0);
  }

  FakeLog number(int kind, long value) {
    return head(kind, 0).word((int) value).word((int) (value >>> Integer.SIZE));
  }

  FakeLog shortNumber(int kind, int value) {
    return head(kind, 0).word(value);
  }

  FakeLog head(int kind, int about) {
    return word(kind | about << LogEntryDescriptor.ABOUT_SHIFT);
  }

  private FakeLog word(int value) {
    if (items.position() == DATA) {
      send(0);
    }
    items.putInt(value);
    return this;
  }

  /** The device clock stands at so many nanoseconds when the line ends. */
  void endLine(long now) {
    time = now;
    send(LogEntryDescriptor.ENDS_LINE);
    level = 0;
  }

  /** Of the line in the works. */
  FakeLog level(LogLevel newLevel) {
    level = newLevel.getNumber();
    return this;
  }

  /** So many lines were dropped, the one in the works included; nobody is told yet. */
  FakeLog drop(int lines) {
    items.clear();
    dropped += lines;
    return this;
  }

  /** Returns how many were dropped since the start. */
  int dropped() {
    return dropped;
  }

  void tellDropped() {
    items.putInt(dropped);
    send(LogEntryDescriptor.GAP);
  }

  private void send(int flags) {
    while (!queue.hasRoom()) {
      makeRoom.run();
    }
    int bytes = (flags & LogEntryDescriptor.GAP) == 0 ? items.position() : 0;
    int all = flags | level << LogEntryDescriptor.LEVEL_SHIFT;
    int head = bytes | all << LogEntryDescriptor.FLAGS_SHIFT;
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
