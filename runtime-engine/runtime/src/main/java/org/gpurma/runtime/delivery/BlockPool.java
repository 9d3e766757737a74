package org.gpurma.runtime.delivery;

import org.gpurma.runtime.device.SharedMemory;

/** Blocks of one size in shared memory. */
final class BlockPool {

  static final int NONE = -1;

  private final SharedMemory memory;
  private final int blockBytes;
  private final int[] free;
  private int count;

  BlockPool(SharedMemory memory, int blockBytes) {
    this.memory = memory;
    this.blockBytes = blockBytes;
    free = new int[Math.toIntExact(memory.host().byteSize() / blockBytes)];
    for (int block = free.length - 1; block >= 0; block--) {
      give(block);
    }
  }

  /** Returns {@link #NONE} when all are in use. */
  int take() {
    return count == 0 ? NONE : free[--count];
  }

  void give(int block) {
    free[count++] = block;
  }

  SharedMemory block(int index) {
    return memory.slice((long) index * blockBytes, blockBytes);
  }
}
