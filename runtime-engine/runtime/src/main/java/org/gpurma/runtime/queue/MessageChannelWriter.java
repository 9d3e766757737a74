package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;

/** The sender's side of a channel of small messages. Never waits. */
public final class MessageChannelWriter {

  private final long area;
  private int written;
  private int takenAsLastSeen;

  /** Takes zeroed native memory that lives as long as the process. */
  public MessageChannelWriter(MemorySegment area) {
    this.area = area.asSlice(0, MessageChannel.BYTES).address();
  }

  /**
   * Writes a message whose number is in place; false where it is too large or there is no room.
   *
   * @param message its first line is there as a whole
   * @param bytes of all of it
   */
  public boolean offer(MemorySegment message, int bytes) {
    if (bytes > MessageChannel.SLOT_BYTES || !hasRoom()) {
      return false;
    }
    long from = message.asSlice(0, bytes).address();
    long to = area + MessageChannel.slot(written);
    if (bytes > MessageChannel.LINE) {
      Memory.copy(
          from + MessageChannel.LINE, to + MessageChannel.LINE, bytes - MessageChannel.LINE);
    }
    int last = MessageChannel.LINE - Long.BYTES;
    for (int at = 0; at < last; at += Long.BYTES) {
      Memory.setLong(to + at, Memory.getLong(from + at));
    }
    Memory.setLongRelease(to + last, Memory.getLong(from + last));
    written++;
    return true;
  }

  /** The reader's count is read only when the channel looks full. */
  private boolean hasRoom() {
    if (written - takenAsLastSeen < MessageChannel.SLOTS) {
      return true;
    }
    takenAsLastSeen = Memory.getIntAcquire(area + MessageChannel.TAKEN);
    return written - takenAsLastSeen < MessageChannel.SLOTS;
  }
}
