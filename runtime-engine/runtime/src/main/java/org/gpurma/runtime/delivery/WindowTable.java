package org.gpurma.runtime.delivery;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.gpurma.runtime.records.WindowHandle;

/**
 * Every window's part of every rank of this process. The command thread writes it, the receive
 * thread reads it.
 */
public final class WindowTable {

  private static final int ALIVE = 1;

  private final int ranks;
  private final long[] bases;
  private final long[] bytes;
  private final AtomicIntegerArray states;

  public WindowTable(int ranks) {
    this.ranks = ranks;
    int parts = WindowHandle.COMMUNICATORS * WindowHandle.SLOTS * ranks;
    bases = new long[parts];
    bytes = new long[parts];
    states = new AtomicIntegerArray(parts);
  }

  public void register(int window, int deviceRank, long base, long size) {
    int part = part(window, deviceRank);
    bases[part] = base;
    bytes[part] = size;
    states.setRelease(part, ALIVE);
  }

  public void remove(int window, int deviceRank) {
    states.setRelease(part(window, deviceRank), 0);
  }

  public boolean isAlive(int window, int deviceRank) {
    return WindowHandle.isValid(window) && states.getAcquire(part(window, deviceRank)) == ALIVE;
  }

  long base(int window, int deviceRank) {
    return bases[part(window, deviceRank)];
  }

  long bytes(int window, int deviceRank) {
    return bytes[part(window, deviceRank)];
  }

  private int part(int window, int deviceRank) {
    int slot = WindowHandle.communicator(window) * WindowHandle.SLOTS + WindowHandle.slot(window);
    return slot * ranks + deviceRank;
  }
}
