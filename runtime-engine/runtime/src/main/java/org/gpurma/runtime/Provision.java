package org.gpurma.runtime;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.engine.DeviceArena;
import org.gpurma.runtime.engine.DeviceUserdata;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.memory.BufferInput;
import org.gpurma.runtime.memory.BufferSlice;
import org.gpurma.runtime.memory.DeviceBuffer;
import org.gpurma.runtime.memory.UserdataLayout;
import org.gpurma.runtime.topology.Facts;
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

  /** The memory and what lies in it. */
  record Provided(JobMemory memory, List<DeviceBuffer> buffers, DeviceUserdata userdata) {}

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
    return new Provided(memory, buffers, userdata(device, topology, memory.arena(), buffers));
  }

  private ArenaContents contents(List<BufferSlice> slices) {
    return new ArenaContents(
        spec.getManagedBytes() == 0 ? config.managedBytes() : spec.getManagedBytes(),
        UserdataLayout.bytes(spec.getUserdataList()),
        slices.stream().map(BufferSlice::deviceBytes).toList());
  }

  private List<DeviceBuffer> buffers(List<BufferSlice> slices, DeviceArena arena) {
    List<DeviceBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < slices.size(); i++) {
      buffers.add(new DeviceBuffer(spec.getBuffers(i), slices.get(i), arena.buffer(i)));
    }
    return buffers;
  }

  private DeviceUserdata userdata(
      Device device, JobTopology topology, DeviceArena place, List<DeviceBuffer> buffers) {
    Map<String, Long> addresses =
        buffers.stream()
            .collect(Collectors.toMap(buffer -> buffer.buffer().getName(), DeviceBuffer::address));
    try (Arena arena = Arena.ofConfined()) {
      return DeviceUserdata.copyIn(
          device,
          place.userdata(),
          new UserdataLayout(new Facts(topology), addresses).build(spec.getUserdataList(), arena));
    }
  }
}
