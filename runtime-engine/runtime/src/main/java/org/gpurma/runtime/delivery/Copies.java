package org.gpurma.runtime.delivery;

import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.network.MessageHeader;

/** Copies of payloads into windows. */
final class Copies {

  private final Device device;
  private final WindowAccess windows;
  private volatile boolean abandoned;

  Copies(Device device, WindowAccess windows) {
    this.device = device;
    this.windows = windows;
  }

  /** The device is dead: whatever is on its way, or comes now, is dropped. */
  void abandon() {
    abandoned = true;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** A copy that may not be made is dropped; the job ends. */
  void start(Delivery delivery) {
    delivery.started = true;
    delivery.ticket = 0;
    if (abandoned) {
      return;
    }
    long address = windows.address(delivery.header());
    if (address == WindowAccess.REFUSED) {
      delivery.dropped = true;
    } else {
      delivery.ticket =
          device.startCopy(address, delivery.message, MessageHeader.BYTES, delivery.bytes());
    }
  }

  boolean isDone(Delivery delivery) {
    return delivery.started && (abandoned || device.isCopied(delivery.ticket));
  }
}
