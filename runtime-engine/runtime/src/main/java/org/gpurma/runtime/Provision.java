package org.gpurma.runtime;

import java.util.ArrayList;
import java.util.List;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.engine.DeviceArena;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.memory.BufferInput;
import org.gpurma.runtime.memory.BufferSlice;
import org.gpurma.runtime.memory.DeviceBuffer;
import org.gpurma.runtime.memory.UserdataLayout;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.NearProcesses;
import org.gpurma.wire.RunSpec;

/**
 * Allocates the job's memory on one device and brings its inputs there.
 *
 * @param networkReachesDevice whether it reads and writes device memory itself
 */
record Provision(
    RunFolder folder, RunSpec spec, RuntimeConfig config, boolean networkReachesDevice) {

  /** The longest userdata of a job with a host program of its own. */
  private static final long MOST_USERDATA_BYTES = 1 << 20;

  /** The memory and what lies in it. */
  record Provided(JobMemory memory, List<DeviceBuffer> buffers) {}

  Provided provide(Device device, JobTopology topology, NearProcesses near) {
    List<BufferSlice> slices =
        spec.getBuffersList().stream().map(buffer -> BufferSlice.of(buffer, topology)).toList();
    int ranks = topology.ranks();
    JobMemory memory =
        JobMemory.allocate(
            device,
            config,
            ranks,
            Math.multiplyExact(near.count(), ranks),
            networkReachesDevice,
            contents(slices));
    List<DeviceBuffer> buffers = buffers(slices, memory.arena());
    new BufferInput(device, folder.path()).fill(buffers);
    return new Provided(memory, buffers);
  }

  private ArenaContents contents(List<BufferSlice> slices) {
    return new ArenaContents(
        spec.getManagedBytes() == 0 ? config.managedBytes() : spec.getManagedBytes(),
        userdataBytes(folder, spec),
        slices.stream().map(BufferSlice::deviceBytes).toList());
  }

  /** The room for userdata. */
  static long userdataBytes(RunFolder folder, RunSpec spec) {
    if (spec.hasHostProgram()) {
      return MOST_USERDATA_BYTES;
    }
    return spec.getUserdataFile().isEmpty()
        ? UserdataLayout.bytes(spec.getUserdataList())
        : folder.userdataBytes(spec);
  }

  private List<DeviceBuffer> buffers(List<BufferSlice> slices, DeviceArena arena) {
    List<DeviceBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      buffers.add(new DeviceBuffer(spec.getBuffers(i), slices.get(i), arena.buffer(i)));
    }
    return buffers;
  }
}
