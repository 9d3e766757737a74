package org.gpurma.runtime.blockmanager;

import org.gpurma.runtime.records.WindowHandle;

/** Every window's part of every rank of this process. */
public final class WindowTable {

  private final int ranks;
  private final long[] bases;
  private final long[] bytes;
  private final boolean[] alive;

  public WindowTable(int ranks) {
    this.ranks = ranks;
    int parts = WindowHandle.COMMUNICATORS * WindowHandle.SLOTS * ranks;
    bases = new long[parts];
    bytes = new long[parts];
    alive = new boolean[parts];
  }

  void register(int window, int deviceRank, long base, long size) {
    int part = part(window, deviceRank);
    bases[part] = base;
    bytes[part] = size;
    alive[part] = true;
  }

  void remove(int window, int deviceRank) {
    alive[part(window, deviceRank)] = false;
  }

  boolean isAlive(int window, int deviceRank) {
    return WindowHandle.isValid(window) && alive[part(window, deviceRank)];
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
