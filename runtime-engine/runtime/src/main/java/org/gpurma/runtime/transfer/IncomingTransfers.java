package org.gpurma.runtime.transfer;

import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.NetworkManager;

/**
 * The transfers into a process. One that is taken receives what its sender holds ready, so it
 * always ends. The receive thread's.
 */
public final class IncomingTransfers {

  private final IncomingTransfer[] free;
  private final boolean direct;
  private int count;

  /** Takes memory for the chunks. */
  public IncomingTransfers(
      Device device, NetworkManager network, ChunkSizes sizes, SharedMemory memory) {
    direct = sizes.direct();
    free = new IncomingTransfer[sizes.transfers()];
    for (int i = 0; i < free.length; i++) {
      SharedMemory room = memory.slice(i * sizes.transferBytes(), sizes.transferBytes());
      give(new IncomingTransfer(device, network, sizes, room));
    }
  }

  /**
   * Whether the network writes device memory, in no order with copies to the device; otherwise the
   * writes of a transfer are such copies.
   */
  public boolean writeDirectly() {
    return direct;
  }

  /** Null while all are under way. */
  public IncomingTransfer take() {
    return count == 0 ? null : free[--count];
  }

  public void give(IncomingTransfer transfer) {
    free[count++] = transfer;
  }
}
