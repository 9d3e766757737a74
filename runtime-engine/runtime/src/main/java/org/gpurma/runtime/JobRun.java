package org.gpurma.runtime;

import java.util.List;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.engine.Engine;
import org.gpurma.runtime.engine.RunSummary;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.ranklog.RankLogs;
import org.gpurma.runtime.report.OutputSink;
import org.gpurma.runtime.report.Spool;
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

  /** Whether it went well is on the failure board. */
  void run() {
    Preparation.Ready ready = new Preparation(folder, spec, config, world).prepare();
    NetworkManager network =
        world.connect(ready.memory().receive().host(), ready.memory().receiveSlotBytes());
    report(started(ready));
    RunSummary summary = launch(ready, network);
    if (!failures.isEnding()) {
      writeOutputs(ready);
    }
    report(finished(summary));
  }

  private RunSummary launch(Preparation.Ready ready, NetworkManager network) {
    RankLogs logs =
        new RankLogs(
            ready.topology().rankStart(),
            ready.memory().hostAreas(),
            ready.memory().hostLayout(),
            ready.memory().sizes(),
            spool,
            failures,
            config.countersPeriod());
    logs.start();
    try (logs) {
      return new Engine(
              ready.opened().device(), ready.topology(), ready.memory(), network, failures)
          .run(
              ready.opened().program(),
              spec.getThreadsPerRank(),
              ready.contextAddress(),
              config.waitingNotes(),
              spec.getDevice() == DeviceKind.EMULATED,
              world.allowsThreads());
    }
  }

  private void writeOutputs(Preparation.Ready ready) {
    Outputs files = new Outputs(ready.opened().device(), outputs);
    files.writeBuffers(ready.buffers());
    files.writeUserdata(ready.userdata(), world.process());
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
