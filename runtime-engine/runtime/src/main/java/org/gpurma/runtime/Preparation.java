package org.gpurma.runtime;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.engine.DeviceUserdata;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.engine.KernelContext;
import org.gpurma.runtime.memory.BufferAllocator;
import org.gpurma.runtime.memory.DeviceBuffer;
import org.gpurma.runtime.memory.UserdataLayout;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.topology.Facts;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;
import org.gpurma.wire.RunSpec;

/** What must be done before the launch, on all processes in step. */
record Preparation(RunFolder folder, RunSpec spec, RuntimeConfig config, World world) {

  /** A device with the job's program. */
  record Opened(Device device, Program program, int ranks) {}

  /** Everything that a launch needs. */
  record Ready(
      Opened opened,
      JobTopology topology,
      JobMemory memory,
      List<DeviceBuffer> buffers,
      DeviceUserdata userdata,
      long contextAddress) {}

  Ready prepare() {
    Agreement agreement = new Agreement(world);
    Agreement.Step<Opened> opened =
        agreement.take(this::open, device -> device.ranks() + " " + Node.name());
    List<ProcessPlace> places = opened.told().stream().map(Preparation::place).toList();
    JobTopology topology = new JobTopology(world.process(), places);
    return agreement.take(() -> allocate(opened.result(), topology), _ -> "").result();
  }

  private Opened open() {
    Device device = Devices.open(spec, Devices.placement(spec, world), config);
    Program program = device.load(folder.resolve(spec.getProgram()), spec.getEntry());
    return new Opened(device, program, Devices.ranks(spec, device, program));
  }

  private static ProcessPlace place(String told) {
    int space = told.indexOf(' ');
    return new ProcessPlace(told.substring(space + 1), Integer.parseInt(told.substring(0, space)));
  }

  private Ready allocate(Opened opened, JobTopology topology) {
    Device device = opened.device();
    long managed = spec.getManagedBytes() == 0 ? config.managedBytes() : spec.getManagedBytes();
    JobMemory memory = JobMemory.allocate(device, config, topology.ranks(), managed);
    List<DeviceBuffer> buffers =
        new ArrayList<>(
            new BufferAllocator(device, folder.path(), topology).allocate(spec.getBuffersList()));
    memory.expose(buffers);
    DeviceUserdata userdata = userdata(device, topology, buffers);
    memory.expose(userdata);
    long context =
        KernelContext.copyIn(device, topology, spec.getThreadsPerRank(), memory, userdata);
    return new Ready(opened, topology, memory, buffers, userdata, context);
  }

  private DeviceUserdata userdata(Device device, JobTopology topology, List<DeviceBuffer> buffers) {
    Map<String, Long> addresses =
        buffers.stream()
            .collect(Collectors.toMap(buffer -> buffer.buffer().getName(), DeviceBuffer::address));
    try (Arena arena = Arena.ofConfined()) {
      return DeviceUserdata.copyIn(
          device,
          new UserdataLayout(new Facts(topology), addresses).build(spec.getUserdataList(), arena));
    }
  }
}
