package org.gpurma.runtime;

import java.util.Optional;
import java.util.function.Supplier;
import org.gpurma.host.JobEndedException;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.engine.DeviceUserdata;
import org.gpurma.runtime.engine.Engine;
import org.gpurma.runtime.engine.KernelContext;
import org.gpurma.runtime.engine.RunSummary;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.host.KernelRun;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.ranklog.LogPressure;
import org.gpurma.runtime.ranklog.RankLogs;
import org.gpurma.runtime.report.Spool;
import org.gpurma.wire.DeviceKind;
import org.gpurma.wire.RunSpec;

/** Launches the kernel when the host programs of all processes have said so. */
final class Launch implements KernelRun {

  private final Preparation.Ready ready;
  private final RunSpec spec;
  private final RuntimeConfig config;
  private final World world;
  private final NetworkManager network;
  private final Spool spool;
  private final FailureBoard failures;
  private final LogPressure pressure;
  private boolean begun;
  private Optional<RunSummary> summary = Optional.empty();

  Launch(
      Preparation.Ready ready,
      RunSpec spec,
      RuntimeConfig config,
      World world,
      NetworkManager network,
      Spool spool,
      FailureBoard failures,
      LogPressure pressure) {
    this.ready = ready;
    this.spec = spec;
    this.config = config;
    this.world = world;
    this.network = network;
    this.spool = spool;
    this.failures = failures;
    this.pressure = pressure;
  }

  @Override
  public RunSummary run(DeviceUserdata userdata) {
    begun = true;
    long context = withTheOthers(() -> copyContext(userdata));
    RunSummary ended = serve(context);
    summary = Optional.of(ended);
    if (failures.isEnding()) {
      throw new JobEndedException();
    }
    return ended;
  }

  /** Empty where no kernel was launched. */
  Optional<RunSummary> summary() {
    return summary;
  }

  /** To be called after the host program. Where it did not launch, the others wait in vain. */
  void requireBegun() {
    if (begun) {
      return;
    }
    if (!failures.isEnding()) {
      failures.report(
          new Failure.HostProgramFailed(
              "the host program returned without gpurma.run: the ranks were never started"));
    }
    new Agreement(world).giveUp();
  }

  private <T> T withTheOthers(Supplier<T> step) {
    try {
      return new Agreement(world).take(step, _ -> "").result();
    } catch (Agreement.PeerFailedException _) {
      failures.reportPeer();
      throw new JobEndedException();
    }
  }

  private Long copyContext(DeviceUserdata userdata) {
    return KernelContext.copyIn(
        ready.opened().device(),
        ready.topology(),
        spec.getThreadsPerRank(),
        ready.memory(),
        ready.arenas(),
        userdata,
        spec.getQueues().getLogDrops());
  }

  private RunSummary serve(long context) {
    RankLogs logs =
        new RankLogs(
            ready.topology().rankStart(),
            ready.memory().hostAreas(),
            ready.memory().hostLayout(),
            ready.memory().sizes(),
            spool,
            failures,
            pressure);
    logs.start();
    try (logs) {
      return new Engine(
              ready.opened().device(),
              ready.topology(),
              ready.memory(),
              network,
              failures,
              new Engine.Watching(config.stalls(), nearStart(), spool))
          .run(
              ready.opened().program(),
              spec.getThreadsPerRank(),
              context,
              config.waitingNotes(),
              spec.getDevice() == DeviceKind.EMULATED,
              world.allowsThreads());
    }
  }

  /** All processes run as many ranks. */
  private int nearStart() {
    return ready.arenas().processes().first() * ready.topology().ranks();
  }
}
