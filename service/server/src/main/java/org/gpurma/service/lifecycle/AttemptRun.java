package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.gpurma.service.compile.ProgramCompiler;
import org.gpurma.service.ingest.OpenAttempt;
import org.gpurma.service.ingest.OutputFolder;
import org.gpurma.service.ingest.RecordListener;
import org.gpurma.service.ingest.SpoolReader;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.JobState;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.joblog.Gap;
import org.gpurma.service.launch.LaunchExit;
import org.gpurma.service.launch.LaunchOrder;
import org.gpurma.service.launch.LaunchPlan;
import org.gpurma.service.launch.LaunchedJob;
import org.gpurma.service.launch.LocalLauncher;
import org.gpurma.service.launch.NodeFailedException;
import org.gpurma.service.launch.Remains;
import org.gpurma.service.launch.RunSpecs;
import org.gpurma.service.metrics.LaunchMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes one attempt from the state that is stored of it to its end. After a restart of the service
 * it goes on from there; every step may be taken twice.
 */
final class AttemptRun {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptRun.class);

  private final AttemptWork work;
  private final AttemptTools tools;
  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private final AttemptProgress progress;
  private final OpenAttempt open;
  private final LauncherOutput launcherOutput;
  private JobState state;

  /** Empty where the service found it running. */
  private OptionalLong launchedAt = OptionalLong.empty();

  private volatile boolean cancelled;
  private volatile boolean detached;

  AttemptRun(AttemptWork work, AttemptTools tools) {
    this.work = work;
    this.tools = tools;
    this.state = work.job().state();
    this.cancelled = work.job().cancelRequested();
    this.progress = new AttemptProgress(tools.attempts(), work.plannedProcesses(), signals::add);
    this.launcherOutput =
        new LauncherOutput(work.folder().root().resolve(LocalLauncher.OUTPUT), work.log());
    this.open =
        new OpenAttempt(
            work.id(),
            work.attempt().token(),
            work.processes(),
            work.log(),
            new OutputFolder(
                work.folder().outputs(), Outputs.limits(work.spec(), work.processes())),
            listeners());
  }

  void cancel() {
    cancelled = true;
    signals.add(new Signal.CancelRequested());
  }

  /** Lets go of the attempt; its processes go on. */
  void detach() {
    detached = true;
    signals.add(new Signal.ServiceStops());
  }

  /**
   * Runs the attempt and stores how it ended.
   *
   * @param stopped whether the service goes down, whatever it then stumbles over
   */
  AttemptEnd toItsEnd(JobEnds ends, BooleanSupplier stopped) {
    try {
      JobState end = run();
      return ends.end(work, state, end);
    } catch (DetachedException _) {
      return new AttemptEnd.LetGo();
    } catch (InterruptedException | IOException | RuntimeException e) {
      if (stopped.getAsBoolean()) {
        return new AttemptEnd.LetGo();
      }
      LOG.error("{} ended by an error of the service", work.id(), e);
      return ends.failedByService(work, e);
    }
  }

  /** The state the job ends in; not stored yet. */
  private JobState run() throws IOException, InterruptedException {
    work.log().replay(this::alreadyReported);
    if (state instanceof JobState.Compiling) {
      tools.workplace().prepare(work);
      Optional<JobState> end =
          new AttemptPrograms(work, tools, () -> cancelled, () -> detached).make();
      if (end.isPresent()) {
        return end.get();
      }
      enter(new JobState.Starting());
    }
    tools.openAttempts().add(open);
    try {
      return startAndFinish();
    } finally {
      tools.openAttempts().remove(work.id());
    }
  }

  private List<RecordListener> listeners() {
    return Stream.concat(tools.listeners().stream(), Stream.of(progress)).toList();
  }

  private void alreadyReported(Entry.Reported entry) {
    listeners().forEach(listener -> listener.replayed(work.id(), entry.process(), entry.record()));
  }

  private void enter(JobState next) {
    if (!tools.jobs().move(work.id().job(), state, next)) {
      throw new IllegalStateException(work.id() + " is no longer " + state.word());
    }
    state = next;
    tools.jobMetrics().entered(next);
  }

  private JobState startAndFinish() throws IOException, InterruptedException {
    LaunchPlan plan =
        tools
            .launches()
            .of(
                work.attempt().launchId(),
                work.folder().root(),
                work.placements(),
                work.spec().transport());
    LaunchedJob launched;
    try {
      launched =
          launch(
              new LaunchOrder(
                  work.attempt().launchId(), plan, work.folder().root(), work.placements()));
    } catch (NodeFailedException e) {
      tools.cluster().lost(e.node(), work.id() + " could not be started there: " + e.getMessage());
      tools.launchMetrics().failed(LaunchMetrics.Failure.NODE);
      return new JobState.Failed(FailureReason.LAUNCH_FAILED, e.getMessage());
    }
    Supervision supervision = supervision(launched);
    if (cancelled) {
      signals.add(new Signal.CancelRequested());
    }
    LaunchExit exit = await(supervision, launched);
    long end = System.nanoTime();
    int left = launched.kill();
    if (left > 0) {
      work.say(left + " processes of the job could not be killed");
    }
    quarantine(launched.remains());
    if (!(state instanceof JobState.Finishing)) {
      enter(new JobState.Finishing());
    }
    collect(launched);
    tools.launchMetrics().tornDown(Duration.ofNanos(System.nanoTime() - end), left);
    return new Conclusion(work, tools, progress, launcherOutput)
        .of(cause(supervision, launched, exit), exit);
  }

  /** A node that was not left clean gets no job until somebody has looked at it. */
  private void quarantine(List<Remains> all) {
    for (Remains remains : all) {
      work.say("node " + remains.node() + " is quarantined: " + remains.what());
      tools
          .drainedNodes()
          .drain(remains.node(), "quarantined after " + work.id() + ": " + remains.what());
      tools.launchMetrics().quarantined();
    }
  }

  /** mpirun may have ended because of a node before anybody looked. */
  private EndCause cause(Supervision supervision, LaunchedJob launched, LaunchExit exit) {
    boolean unexplained =
        supervision.cause() == EndCause.BY_ITSELF || supervision.cause() == EndCause.FAILURE;
    Optional<FailureInfo> lost =
        unexplained && !exit.successful() ? processWatch(launched).lost() : Optional.empty();
    lost.ifPresent(this::lost);
    return lost.map(Supervision::causeOf).orElse(supervision.cause());
  }

  private void lost(FailureInfo lost) {
    progress.lost(work.id(), lost);
    switch (Supervision.causeOf(lost)) {
      case PROCESS_SILENT -> work.say(Failures.describe(lost));
      case BY_ITSELF, FAILURE, NODE_LOST, CANCEL, WALLTIME -> {
        work.say("node " + lost.node() + " is lost: " + lost.message());
        tools.cluster().lost(lost.node(), work.id() + " lost it: " + lost.message());
      }
    }
  }

  private ProcessWatch processWatch(LaunchedJob launched) {
    return new ProcessWatch(
        work.placements(),
        open.lifeSigns(),
        progress::hasFinished,
        new ProcessWatch.Patience(
            tools.settings().launch().silence(), tools.settings().launch().localSilence()),
        launched::lostNodes,
        launched::isDebugged);
  }

  /** Whatever goes wrong here, no process is left running unwatched. */
  private LaunchExit await(Supervision supervision, LaunchedJob launched)
      throws InterruptedException {
    launcherOutput.follow();
    try {
      return supervision.await();
    } catch (DetachedException e) {
      throw e;
    } catch (RuntimeException e) {
      launched.kill();
      throw e;
    } finally {
      launcherOutput.stop();
    }
  }

  private LaunchedJob launch(LaunchOrder order) throws IOException, InterruptedException {
    Optional<LaunchedJob> running = tools.launcher().reattach(order);
    if (running.isPresent()) {
      work.say("the service is back and watches the job again");
      progress.startedProcesses().forEach(open.lifeSigns()::heard);
      return running.get();
    }
    Files.createDirectories(work.folder().outputs());
    Files.createDirectories(work.folder().spool(0).getParent());
    var runSpec =
        RunSpecs.of(
            work.spec(),
            work.attempt(),
            work.placements(),
            ProgramCompiler.programName(work.gpuKind()),
            tools.serviceUrl().get());
    writePrivately(work.folder().runSpec(), RunSpecs.text(runSpec));
    tools.workplace().shareToRun(work.folder());
    tools.predictions().begin(work.id(), work.spec(), work.placements());
    tools.attempts().planned(work.id(), order.plan().command(), work.plannedProcesses());
    tools.attempts().launched(work.id(), Instant.now());
    order.plan().notes().forEach(work::say);
    work.say("starting: " + String.join(" ", order.plan().command()));
    launchedAt = OptionalLong.of(System.nanoTime());
    return tools.launcher().launch(order);
  }

  /** The run spec holds the attempt's token. */
  private static void writePrivately(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
  }

  private Supervision supervision(LaunchedJob launched) {
    return new Supervision(
        launched,
        signals,
        work.walltimeEnd(),
        tools.settings().launch().grace(),
        this::allStarted,
        processWatch(launched),
        this::lost);
  }

  private void allStarted() {
    if (state instanceof JobState.Starting) {
      enter(new JobState.Running());
      launchedAt.ifPresent(
          begin -> tools.launchMetrics().launched(Duration.ofNanos(System.nanoTime() - begin)));
    }
  }

  /** What the processes could not send any more. */
  private void collect(LaunchedJob launched) throws IOException, InterruptedException {
    launcherOutput.drain();
    try {
      launched.collect();
    } catch (NodeFailedException e) {
      work.say("what the processes left there is missing: " + e.getMessage());
    }
    for (int process = 0; process < work.processes(); process++) {
      int sender = process;
      SpoolReader.read(
              work.folder().spool(process),
              sender,
              work.log().nextIndex(process),
              (firstIndex, records) -> open.accept(sender, firstIndex, records))
          .ifPresent(damage -> tellGap(sender, damage));
    }
  }

  private void tellGap(int process, SpoolReader.Damage damage) {
    long firstLost = Math.max(damage.firstLost(), work.log().nextIndex(process));
    work.log()
        .writeGap(
            process,
            new Gap(Gap.Of.PROCESS, firstLost, null),
            "the spool of process " + process + " " + damage.what());
  }
}
