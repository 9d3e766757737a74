package org.gpurma.runtime.engine;

import org.gpurma.runtime.memory.ArenaLayout;

/** The arena of this process's GPU, as the device sees it. */
public record DeviceArena(long base, ArenaLayout layout) {

  public long userdata() {
    return base + layout.userdata();
  }

  public long buffer(int index) {
    return base + layout.buffers().get(index);
  }

  long context() {
    return base + layout.context();
  }

  long managed() {
    return base + layout.managed();
  }
}
