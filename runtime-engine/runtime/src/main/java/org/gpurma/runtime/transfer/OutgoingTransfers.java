package org.gpurma.runtime.transfer;

import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.network.NetworkManager;

/**
 * The transfers out of a process. Each has memory of its own, so one that has been announced always
 * goes on, whatever the others wait for. The command thread's.
 */
public final class OutgoingTransfers {

  private final OutgoingTransfer[] transfers;

  /** Those under way first. */
  private int active;

  private int nextNumber;

  /** Takes memory for the chunks. */
  public OutgoingTransfers(
      Device device, NetworkManager network, ChunkSizes sizes, SharedMemory memory) {
    transfers = new OutgoingTransfer[sizes.transfers()];
    for (int i = 0; i < transfers.length; i++) {
      SharedMemory room = memory.slice(i * sizes.transferBytes(), sizes.transferBytes());
      transfers[i] = new OutgoingTransfer(i, device, network, sizes, room);
    }
  }

  /** Of all, under way or not. */
  public int count() {
    return transfers.length;
  }

  /** One to be started at once; null while all are under way. */
  public OutgoingTransfer take() {
    if (active == transfers.length) {
      return null;
    }
    OutgoingTransfer transfer = transfers[active++];
    transfer.renumber(nextNumber);
    nextNumber = (nextNumber + 1) % NetworkManager.TRANSFER_NUMBERS;
    return transfer;
  }

  public boolean isEmpty() {
    return active == 0;
  }

  /** Returns whether anything moved. */
  public boolean work() {
    boolean worked = false;
    for (int i = active - 1; i >= 0; i--) {
      OutgoingTransfer transfer = transfers[i];
      worked |= transfer.work();
      if (transfer.isOver()) {
        transfers[i] = transfers[--active];
        transfers[active] = transfer;
      }
    }
    return worked;
  }
}
