package org.gpurma.runtime.engine;

import java.lang.foreign.MemorySegment;
import org.gpurma.runtime.device.Device;

/**
 * The userdata struct in device memory.
 *
 * @param address 0 where the job has none
 */
public record DeviceUserdata(long address, long bytes) {

  /** Takes the room for it. */
  public static DeviceUserdata copyIn(Device device, long address, MemorySegment struct) {
    if (struct.byteSize() == 0) {
      return new DeviceUserdata(0, 0);
    }
    device.copyIn(address, struct);
    return new DeviceUserdata(address, struct.byteSize());
  }
}
