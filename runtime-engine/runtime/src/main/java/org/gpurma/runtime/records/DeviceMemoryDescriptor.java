package org.gpurma.runtime.records;

/** Records that only the ranks of a device use; the host provides zeroed room for them. */
public final class DeviceMemoryDescriptor {

  /** One rank's part of a window: base and bytes, u64 each. */
  public static final int WINDOW_PART_BYTES = 16;

  /** State of the barriers on the device. */
  public static final int DEVICE_SHARED_BYTES = 128;

  private DeviceMemoryDescriptor() {}
}
