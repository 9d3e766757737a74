package org.gpurma.runtime.engine;

import static org.gpurma.runtime.records.ContextDescriptor.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.memory.ArenaLayout;
import org.gpurma.runtime.records.ContextDescriptor;
import org.gpurma.runtime.topology.JobTopology;

/** Writes the kernel's argument. */
public final class KernelContext {

  private KernelContext() {}

  /** Returns its device address. */
  public static long copyIn(
      Device device,
      JobTopology topology,
      int threadsPerRank,
      JobMemory memory,
      NearArenas near,
      DeviceUserdata userdata,
      boolean dropsLogLines) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = arena.allocate(ContextDescriptor.BYTES, 64);
      putTopology(context, topology, threadsPerRank);
      putAddresses(context, memory, userdata);
      putArenas(context, memory, near);
      putInt(context, LOG_DROPS_OFFSET, dropsLogLines ? 1 : 0);
      putLayouts(context, memory.sizes(), memory.hostLayout(), memory.deviceLayout());
      device.copyIn(memory.arena().context(), context);
      return memory.arena().context();
    }
  }

  private static void putTopology(MemorySegment context, JobTopology topology, int threadsPerRank) {
    putInt(context, ABI_VERSION_OFFSET, ABI_VERSION);
    putInt(context, DEVICE_RANKS_OFFSET, topology.ranks());
    putInt(context, RANK_START_OFFSET, topology.rankStart());
    putInt(context, WORLD_SIZE_OFFSET, topology.worldSize());
    putInt(context, PROCESS_INDEX_OFFSET, topology.process());
    putInt(context, PROCESS_COUNT_OFFSET, topology.processes());
    putInt(context, THREADS_PER_RANK_OFFSET, threadsPerRank);
  }

  private static void putAddresses(
      MemorySegment context, JobMemory memory, DeviceUserdata userdata) {
    putLong(context, USERDATA_OFFSET, userdata.address());
    putLong(context, USERDATA_BYTES_OFFSET, userdata.bytes());
    putLong(context, HOST_AREAS_OFFSET, memory.hostAreas().getFirst().deviceAddress());
    putLong(context, HOST_AREA_STRIDE_OFFSET, memory.hostLayout().stride());
    putLong(context, CONTROL_OFFSET, memory.control().deviceAddress());
  }

  private static void putArenas(MemorySegment context, JobMemory memory, NearArenas near) {
    ArenaLayout layout = memory.arena().layout();
    putLong(context, DEVICE_AREAS_OFFSET, layout.deviceAreas());
    putLong(context, DEVICE_AREA_STRIDE_OFFSET, memory.deviceLayout().stride());
    putLong(context, SHARED_OFFSET, layout.shared());
    putLong(context, WINDOW_PARTS_OFFSET, layout.windowParts());
    putInt(context, NEAR_PROCESSES_OFFSET, near.processes().count());
    putInt(context, NEAR_FIRST_OFFSET, near.processes().first());
    for (int i = 0; i < near.bases().size(); i++) {
      putLong(context, ARENAS_OFFSET + i * Long.BYTES, near.bases().get(i));
    }
  }

  private static void putInt(MemorySegment context, int offset, int value) {
    context.set(ValueLayout.JAVA_INT, offset, value);
  }

  private static void putLong(MemorySegment context, int offset, long value) {
    context.set(ValueLayout.JAVA_LONG, offset, value);
  }
}
