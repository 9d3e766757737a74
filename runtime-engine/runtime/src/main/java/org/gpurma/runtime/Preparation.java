package org.gpurma.runtime;

import java.util.List;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.engine.NearArenas;
import org.gpurma.runtime.memory.DeviceBuffer;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.records.DeviceMemoryDescriptor;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.NearProcesses;
import org.gpurma.runtime.topology.ProcessPlace;
import org.gpurma.wire.DeviceKind;
import org.gpurma.wire.RunSpec;

/** What must be done before the launch, on all processes in step. */
record Preparation(RunFolder folder, RunSpec spec, RuntimeConfig config, World world) {

  /** A device with the job's program. */
  record Opened(Device device, Program program, int ranks) {}

  /**
   * Everything that a launch needs but the userdata.
   *
   * @param near the processes of the own node
   * @param usesNetwork whether some ranks reach each other by the network only
   */
  record Ready(
      Opened opened,
      JobTopology topology,
      NearProcesses near,
      boolean usesNetwork,
      JobMemory memory,
      NearArenas arenas,
      List<DeviceBuffer> buffers) {}

  Ready prepare() {
    Agreement agreement = new Agreement(world);
    Agreement.Step<Opened> opened =
        agreement.take(this::open, device -> device.ranks() + " " + Node.name());
    List<ProcessPlace> places = opened.told().stream().map(Preparation::place).toList();
    JobTopology topology = new JobTopology(world.process(), places);
    return prepare(agreement, opened.result(), topology);
  }

  private Ready prepare(Agreement agreement, Opened opened, JobTopology topology) {
    Device device = opened.device();
    NearProcesses near = NearProcesses.around(topology, DeviceMemoryDescriptor.MOST_NEAR_PROCESSES);
    Provision.Provided provided =
        agreement.take(() -> provide(device, topology, near), _ -> "").result();
    JobMemory memory = provided.memory();
    NearArenas arenas =
        new ArenaExchange(
                agreement, device, topology.process(), near, config.path().unless(spec.getPath()))
            .exchange(memory.arena().base());
    boolean usesNetwork = arenas.processes().count() < topology.processes();
    return new Ready(opened, topology, near, usesNetwork, memory, arenas, provided.buffers());
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

  private Provision.Provided provide(Device device, JobTopology topology, NearProcesses near) {
    Devices.requireEqualRanks(topology);
    return new Provision(folder, spec, config, networkReachesDevice())
        .provide(device, topology, near);
  }

  private boolean networkReachesDevice() {
    return switch (config.cudaAware()) {
      case YES -> true;
      case NO -> false;
      case AUTO -> spec.getDevice() == DeviceKind.CUDA && world.isCudaAware();
    };
  }
}
