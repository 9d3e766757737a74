package org.gpurma.runtime.records;

/** Records that only ranks use; the host provides zeroed room for them. */
public final class DeviceMemoryDescriptor {

  /** One rank's part of a window: offset in its GPU's arena and bytes, u64 each. */
  public static final int WINDOW_PART_BYTES = 16;

  /** State of the barriers on the device and of those with near devices. */
  public static final int DEVICE_SHARED_BYTES = 192;

  /** What a rank knows of a near rank. */
  public static final int PEER_STATE_BYTES = 64;

  /** What a near rank has taken from this rank's lane to it. */
  public static final int CREDIT_BYTES = 8;

  /** Slots of the ring from one near rank to another. */
  public static final int LANE_PIECES = 256;

  /** Processes whose arenas a context has room for. */
  public static final int MOST_NEAR_PROCESSES = 16;

  private DeviceMemoryDescriptor() {}
}
