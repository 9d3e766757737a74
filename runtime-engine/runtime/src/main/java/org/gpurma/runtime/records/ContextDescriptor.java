package org.gpurma.runtime.records;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The kernel's argument.
 *
 * <pre>
 *     0  abi version | device ranks | rank start | world size
 *    16  process index | process count | threads per rank | reserved
 *    32  userdata, its bytes | host areas, stride | device areas, stride | control | shared | window parts | reserved
 *   112  slots: command | ack | host note | log | device note | unmatched | staging | staging payload bytes
 *   144  host area layout, 12 offsets
 *   192  device area layout, 4 offsets
 * </pre>
 */
public final class ContextDescriptor {

  public static final int ABI_VERSION = 1;

  public static final int ABI_VERSION_OFFSET = 0;
  public static final int DEVICE_RANKS_OFFSET = 4;
  public static final int RANK_START_OFFSET = 8;
  public static final int WORLD_SIZE_OFFSET = 12;
  public static final int PROCESS_INDEX_OFFSET = 16;
  public static final int PROCESS_COUNT_OFFSET = 20;
  public static final int THREADS_PER_RANK_OFFSET = 24;
  public static final int USERDATA_OFFSET = 32;
  public static final int USERDATA_BYTES_OFFSET = 40;
  public static final int HOST_AREAS_OFFSET = 48;
  public static final int HOST_AREA_STRIDE_OFFSET = 56;
  public static final int DEVICE_AREAS_OFFSET = 64;
  public static final int DEVICE_AREA_STRIDE_OFFSET = 72;
  public static final int CONTROL_OFFSET = 80;
  public static final int SHARED_OFFSET = 88;
  public static final int WINDOW_PARTS_OFFSET = 96;
  public static final int COMMAND_SLOTS_OFFSET = 112;
  public static final int ACK_SLOTS_OFFSET = 116;
  public static final int HOST_NOTE_SLOTS_OFFSET = 120;
  public static final int LOG_SLOTS_OFFSET = 124;
  public static final int DEVICE_NOTE_SLOTS_OFFSET = 128;
  public static final int UNMATCHED_SLOTS_OFFSET = 132;
  public static final int STAGING_SLOTS_OFFSET = 136;
  public static final int STAGING_PAYLOAD_BYTES_OFFSET = 140;
  public static final int HOST_LAYOUT_OFFSET = 144;
  public static final int DEVICE_LAYOUT_OFFSET = 192;
  public static final int BYTES = 256;

  private ContextDescriptor() {}

  /** Writes the slot counts and both area layouts. */
  public static void putLayouts(
      MemorySegment context, QueueSizes sizes, HostAreaLayout host, DeviceAreaLayout device) {
    putInts(
        context,
        COMMAND_SLOTS_OFFSET,
        sizes.command(),
        sizes.acknowledgement(),
        sizes.hostNote(),
        sizes.log(),
        sizes.deviceNote(),
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
        host.noteRing(),
        host.noteConsumed(),
        host.logRing(),
        host.logConsumed(),
        host.staging(),
        host.stagingReleased(),
        host.fault(),
        host.counters());
    putInts(
        context,
        DEVICE_LAYOUT_OFFSET,
        device.noteRing(),
        device.noteTickets(),
        device.noteConsumed(),
        device.unmatched());
  }

  private static void putInts(MemorySegment context, int offset, int... values) {
    for (int i = 0; i < values.length; i++) {
      context.set(ValueLayout.JAVA_INT, offset + (long) i * Integer.BYTES, values[i]);
    }
  }
}
