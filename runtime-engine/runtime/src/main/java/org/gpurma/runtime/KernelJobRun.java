package org.gpurma.runtime;

import java.util.List;
import org.gpurma.host.HostArguments;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.KernelStream;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.host.Artifacts;
import org.gpurma.runtime.host.HostCall;
import org.gpurma.runtime.host.HostPrograms;
import org.gpurma.runtime.host.KernelRuntime;
import org.gpurma.runtime.memory.ManagedPool;
import org.gpurma.runtime.network.PointToPoint;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.ranklog.LogPressure;
import org.gpurma.runtime.report.OutputSink;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.sampling.Sampler;
import org.gpurma.wire.DeviceKind;
import org.gpurma.wire.Finished;
import org.gpurma.wire.RunSpec;
import org.gpurma.wire.SpooledRecord;
import org.gpurma.wire.Started;

/** One process's part of a job of plain kernels, which its host program launches and connects. */
record KernelJobRun(
    RunFolder folder,
    RunSpec spec,
    RuntimeConfig config,
    World world,
    PointToPoint messages,
    Spool spool,
    OutputSink outputs,
    FailureBoard failures) {

  /** What a host program needs of the device. */
  private record Opened(Device device, KernelStream stream, ManagedPool pool) {}

  /** Whether it went well is on the failure board. */
  void run() {
    Opened opened = new Agreement(world).take(this::open, _ -> "").result();
    report(started(opened.device()));
    Artifacts artifacts = Artifacts.of(spec, folder.path(), world.process());
    artifacts.makeFolder();
    long begin = System.nanoTime();
    try (Sampler sampler = sampler(opened.device())) {
      sampler.start();
      callHostProgram(opened, artifacts);
    }
    if (!failures.isEnding()) {
      artifacts.send(outputs);
    }
    report(
        SpooledRecord.newBuilder()
            .setFinished(
                Finished.newBuilder()
                    .setSuccess(!failures.isEnding())
                    .setKernelNs(System.nanoTime() - begin)));
  }

  /** There are no ranks to be sampled. */
  private Sampler sampler(Device device) {
    return new Sampler(
        List.of(), new LogPressure(0), Gpus.watched(spec, device), spool, config.countersPeriod());
  }

  private Opened open() {
    Device device = Devices.open(spec, Devices.placement(spec, world), config);
    long bytes = spec.getManagedBytes() == 0 ? config.managedBytes() : spec.getManagedBytes();
    return new Opened(
        device,
        device.stream(folder.resolve(spec.getProgram())),
        new ManagedPool(device.allocateDevice(bytes), bytes));
  }

  private void callHostProgram(Opened opened, Artifacts artifacts) {
    new HostCall(failures)
        .call(
            () -> HostPrograms.mpiCuda(spec, folder.path()),
            new KernelRuntime(
                world.process(),
                world.processes(),
                opened.device(),
                opened.stream(),
                opened.pool(),
                messages,
                networkReachesDevice()),
            new HostArguments(
                spec.getHostProgram().getParametersMap(),
                folder.files(),
                artifacts.folder(),
                artifacts.names()));
  }

  private boolean networkReachesDevice() {
    return switch (config.cudaAware()) {
      case YES -> true;
      case NO -> false;
      case AUTO -> spec.getDevice() == DeviceKind.CUDA && world.isCudaAware();
    };
  }

  /** It counts as one rank. */
  private SpooledRecord.Builder started(Device device) {
    return SpooledRecord.newBuilder()
        .setStarted(
            Started.newBuilder()
                .setNode(Node.name())
                .setGpu(device.uuid())
                .setGpuName(device.name())
                .setPid((int) ProcessHandle.current().pid())
                .setCores(Node.cores())
                .setRankStart(world.process())
                .setRankCount(1)
                .setWorldSize(world.processes())
                .setMpiVersion(world.version()));
  }

  private void report(SpooledRecord.Builder record) {
    spool.append(record);
    spool.flush();
  }
}
