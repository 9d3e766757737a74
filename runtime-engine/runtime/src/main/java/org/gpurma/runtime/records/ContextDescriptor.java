package org.gpurma.runtime.records;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The kernel's argument.
 *
 * <pre>
 *     0  abi version | device ranks | rank start | world size
 *    16  process index | process count | threads per rank | near processes
 *    32  near first | reserved, 3
 *    48  userdata, its bytes | host areas, stride | control
 *    88  offsets in the arena: device areas, their stride | shared | window parts
 *   120  arenas, 16
 *   248  slots: command | ack | host lane | log | unmatched | staging | staging payload bytes
 *   276  whether lines of the log are dropped
 *   280  host area layout, 15 offsets
 *   340  device area layout, 4 offsets
 * </pre>
 */
public final class ContextDescriptor {

  public static final int ABI_VERSION = 6;

  public static final int ABI_VERSION_OFFSET = 0;
  public static final int DEVICE_RANKS_OFFSET = 4;
  public static final int RANK_START_OFFSET = 8;
  public static final int WORLD_SIZE_OFFSET = 12;
  public static final int PROCESS_INDEX_OFFSET = 16;
  public static final int PROCESS_COUNT_OFFSET = 20;
  public static final int THREADS_PER_RANK_OFFSET = 24;
  public static final int NEAR_PROCESSES_OFFSET = 28;
  public static final int NEAR_FIRST_OFFSET = 32;
  public static final int USERDATA_OFFSET = 48;
  public static final int USERDATA_BYTES_OFFSET = 56;
  public static final int HOST_AREAS_OFFSET = 64;
  public static final int HOST_AREA_STRIDE_OFFSET = 72;
  public static final int CONTROL_OFFSET = 80;
  public static final int DEVICE_AREAS_OFFSET = 88;
  public static final int DEVICE_AREA_STRIDE_OFFSET = 96;
  public static final int SHARED_OFFSET = 104;
  public static final int WINDOW_PARTS_OFFSET = 112;
  public static final int ARENAS_OFFSET = 120;
  public static final int COMMAND_SLOTS_OFFSET = 248;
  public static final int ACK_SLOTS_OFFSET = 252;
  public static final int HOST_LANE_PIECES_OFFSET = 256;
  public static final int LOG_SLOTS_OFFSET = 260;
  public static final int UNMATCHED_SLOTS_OFFSET = 264;
  public static final int STAGING_SLOTS_OFFSET = 268;
  public static final int STAGING_PAYLOAD_BYTES_OFFSET = 272;
  public static final int LOG_DROPS_OFFSET = 276;
  public static final int HOST_LAYOUT_OFFSET = 280;
  public static final int DEVICE_LAYOUT_OFFSET = 340;
  public static final int BYTES = 384;

  private ContextDescriptor() {}

  /** Writes the slot counts and both area layouts. */
  public static void putLayouts(
      MemorySegment context, QueueSizes sizes, HostAreaLayout host, DeviceAreaLayout device) {
    putInts(
        context,
        COMMAND_SLOTS_OFFSET,
        sizes.command(),
        sizes.acknowledgement(),
        sizes.hostLane(),
        sizes.log(),
        sizes.unmatched(),
        sizes.staging(),
        sizes.stagingPayloadBytes());
    putInts(
        context,
        HOST_LAYOUT_OFFSET,
        host.commandRing(),
        host.commandConsumed(),
        host.ackRing(),
        host.ackConsumed(),
        host.lane(),
        host.laneConsumed(),
        host.logRing(),
        host.logConsumed(),
        host.logDropped(),
        host.staging(),
        host.stagingReleased(),
        host.fault(),
        host.counters(),
        host.getsCompleted(),
        host.waiting());
    putInts(
        context,
        DEVICE_LAYOUT_OFFSET,
        device.lanes(),
        device.credits(),
        device.peers(),
        device.unmatched());
  }

  private static void putInts(MemorySegment context, int offset, int... values) {
    for (int i = 0; i < values.length; i++) {
      context.set(ValueLayout.JAVA_INT, offset + (long) i * Integer.BYTES, values[i]);
    }
  }
}
