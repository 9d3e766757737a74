package org.gpurma.runtime;

import java.util.List;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.runtime.blockmanager.Timings;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.engine.RunSummary;
import org.gpurma.runtime.engine.Services;
import org.gpurma.runtime.engine.WarmUp;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.host.Artifacts;
import org.gpurma.runtime.host.HostCall;
import org.gpurma.runtime.host.HostPrograms;
import org.gpurma.runtime.host.ProcessRuntime;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.network.node.NodeConnection;
import org.gpurma.runtime.ranklog.LogPressure;
import org.gpurma.runtime.records.CountersDescriptor;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.WaitRecordDescriptor;
import org.gpurma.runtime.report.OutputSink;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.sampling.RankRecords;
import org.gpurma.runtime.sampling.Sampler;
import org.gpurma.runtime.topology.NearProcesses;
import org.gpurma.runtime.topology.RankInfos;
import org.gpurma.wire.DeviceKind;
import org.gpurma.wire.Finished;
import org.gpurma.wire.RunSpec;
import org.gpurma.wire.SpooledRecord;
import org.gpurma.wire.Started;

/** One process's part of a job, from the device to the outputs. */
record JobRun(
    RunFolder folder,
    RunSpec spec,
    RuntimeConfig config,
    World world,
    Spool spool,
    OutputSink outputs,
    FailureBoard failures) {

  private static final int WARM_UP_PUTS = 20_000;

  /** Whether it went well is on the failure board. */
  void run() {
    Preparation.Ready ready = new Preparation(folder, spec, config, world).prepare();
    NetworkManager network =
        new NodeConnection(world, sharingMessages(ready))
            .connect(ready.memory().receive().host(), ready.memory().receiveSlotBytes());
    warmUp(ready, network);
    report(started(ready));
    LogPressure pressure = new LogPressure(ready.memory().sizes().log());
    Launch launch = new Launch(ready, spec, config, world, network, spool, failures, pressure);
    Artifacts artifacts = Artifacts.of(spec, folder.path(), world.process());
    try (Sampler sampler = sampler(ready, pressure)) {
      sampler.start();
      callHostProgram(ready, launch, artifacts);
    }
    if (!failures.isEnding()) {
      new Outputs(ready.opened().device(), outputs).writeBuffers(ready.buffers());
      artifacts.send(outputs);
    }
    launch.summary().ifPresent(summary -> report(finished(summary)));
  }

  private void warmUp(Preparation.Ready ready, NetworkManager network) {
    if (ready.usesNetwork()) {
      new WarmUp(
              new Services.Surroundings(
                  ready.opened().device(),
                  ready.topology(),
                  ready.memory(),
                  network,
                  new Timings(System::nanoTime),
                  failures,
                  config.waitingNotes()))
          .run(warmUpPuts());
      // All processes are through with what they sent to themselves.
      world.allGather(new byte[0]);
    }
  }

  private NearProcesses sharingMessages(Preparation.Ready ready) {
    return switch (config.nodeMessages()) {
      case SHARED -> ready.near();
      case MPI -> NearProcesses.alone(world.process());
    };
  }

  private int warmUpPuts() {
    if (config.warmUpPuts() >= 0) {
      return config.warmUpPuts();
    }
    return spec.getDevice() == DeviceKind.CUDA ? WARM_UP_PUTS : 0;
  }

  private void callHostProgram(Preparation.Ready ready, Launch launch, Artifacts artifacts) {
    new HostCall(failures)
        .call(
            () -> hostProgram(artifacts),
            runtime(ready, launch),
            new HostArguments(
                spec.getHostProgram().getParametersMap(),
                folder.files(),
                artifacts.folder(),
                artifacts.names()));
    launch.requireBegun();
  }

  private HostProgram hostProgram(Artifacts artifacts) {
    artifacts.makeFolder();
    return HostPrograms.of(spec, folder.path());
  }

  private ProcessRuntime runtime(Preparation.Ready ready, Launch launch) {
    return new ProcessRuntime(
        RankInfos.of(ready.topology()),
        ready.opened().device(),
        ready.memory().pool(),
        ready.buffers(),
        new ProcessRuntime.UserdataRoom(
            ready.memory().arena().userdata(), Provision.userdataBytes(folder, spec)),
        launch,
        failures);
  }

  private Sampler sampler(Preparation.Ready ready, LogPressure pressure) {
    HostAreaLayout layout = ready.memory().hostLayout();
    return new Sampler(
        ready.memory().hostAreas().stream()
            .map(SharedMemory::host)
            .map(
                host ->
                    new RankRecords(
                        host.asSlice(layout.counters(), CountersDescriptor.BYTES),
                        host.asSlice(layout.waiting(), WaitRecordDescriptor.BYTES)))
            .toList(),
        pressure,
        Gpus.watched(spec, ready.opened().device()),
        spool,
        config.countersPeriod());
  }

  private void report(SpooledRecord.Builder record) {
    spool.append(record);
    spool.flush();
  }

  private SpooledRecord.Builder started(Preparation.Ready ready) {
    return SpooledRecord.newBuilder()
        .setStarted(
            Started.newBuilder()
                .setNode(Node.name())
                .setGpu(ready.opened().device().uuid())
                .setGpuName(ready.opened().device().name())
                .setPid((int) ProcessHandle.current().pid())
                .setCores(Node.cores())
                .setRankStart(ready.topology().rankStart())
                .setRankCount(ready.topology().ranks())
                .setWorldSize(ready.topology().worldSize())
                .setMpiVersion(world.version()));
  }

  private SpooledRecord.Builder finished(RunSummary summary) {
    List<Double> timings = summary.timingsMillis();
    return SpooledRecord.newBuilder()
        .setFinished(
            Finished.newBuilder()
                .setSuccess(!failures.isEnding())
                .setKernelNs(summary.kernelNanos())
                .addAllTimingsMs(timings));
  }
}
