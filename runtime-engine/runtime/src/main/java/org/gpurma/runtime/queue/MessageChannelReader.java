package org.gpurma.runtime.queue;

import java.lang.foreign.MemorySegment;

/** The receiver's side of a channel of small messages. Never waits. */
public final class MessageChannelReader {

  /** What a channel takes of the memory that both sides map. */
  public static final int CHANNEL_BYTES = MessageChannel.BYTES;

  /** Where a message says its number. */
  public static final int NUMBER_OFFSET = MessageChannel.NUMBER_OFFSET;

  private final MemorySegment area;
  private final long address;
  private int taken;

  /** Takes zeroed native memory that lives as long as the process. */
  public MessageChannelReader(MemorySegment area) {
    this.area = area.asSlice(0, MessageChannel.BYTES);
    address = this.area.address();
  }

  /** Whether the message that comes next is here and has this number. */
  public boolean has(int number) {
    return Memory.getIntAcquire(address + MessageChannel.slot(taken) + NUMBER_OFFSET) == number;
  }

  /** The message that is here, in place until it is taken; longer than it says it is. */
  public MemorySegment message() {
    return area.asSlice(MessageChannel.slot(taken), MessageChannel.SLOT_BYTES);
  }

  public void take() {
    taken++;
    Memory.setIntRelease(address + MessageChannel.TAKEN, taken);
  }
}
