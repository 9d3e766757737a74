package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.gpurma.service.check.Checker;
import org.gpurma.service.compile.CompileResult;
import org.gpurma.service.compile.ProgramCompiler;
import org.gpurma.service.ingest.OpenAttempt;
import org.gpurma.service.ingest.OutputFolder;
import org.gpurma.service.ingest.SpoolReader;
import org.gpurma.service.job.CheckReport;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.JobState;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.jobspec.HostSpec;
import org.gpurma.service.launch.LaunchExit;
import org.gpurma.service.launch.LaunchOrder;
import org.gpurma.service.launch.LaunchPlan;
import org.gpurma.service.launch.LaunchPlanner;
import org.gpurma.service.launch.LaunchRequest;
import org.gpurma.service.launch.LaunchedJob;
import org.gpurma.service.launch.LocalLauncher;
import org.gpurma.service.launch.MpirunReport;
import org.gpurma.service.launch.RunSpecs;
import org.gpurma.service.results.Results;

/**
 * Takes one attempt from the state that is stored of it to its end. After a restart of the service
 * it goes on from there; every step may be taken twice.
 */
final class AttemptRun {
  private final AttemptWork work;
  private final AttemptTools tools;
  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private final AttemptProgress progress;
  private final OpenAttempt open;
  private final LauncherOutput launcherOutput;
  private JobState state;
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
            List.of(tools.observer(), progress));
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

  /** The state the job ends in; not stored yet. */
  JobState run() throws IOException, InterruptedException {
    work.log().replay(entry -> progress.reported(work.id(), entry.process(), entry.record()));
    if (state instanceof JobState.Compiling) {
      Optional<JobState> end = compile();
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

  JobState state() {
    return state;
  }

  private void enter(JobState next) {
    if (!tools.jobs().move(work.id().job(), state, next)) {
      throw new IllegalStateException(work.id() + " is no longer " + state.word());
    }
    state = next;
  }

  private Optional<JobState> compile() throws IOException, InterruptedException {
    Optional<JobState> end = compileKernel();
    HostSpec host = work.spec().program().host();
    return end.isPresent() || host == null || !host.isCompiled() ? end : compileHost(host);
  }

  private Optional<JobState> compileKernel() throws IOException, InterruptedException {
    return compiled(
        "program",
        tools
            .compiler()
            .compile(
                work.gpuKind(),
                work.folder().files(),
                work.spec().program().file(),
                work.folder().root(),
                () -> cancelled || detached));
  }

  private Optional<JobState> compileHost(HostSpec host) throws IOException, InterruptedException {
    return compiled(
        "host program",
        tools
            .hostCompiler()
            .compile(work.folder(), host.file(), host.className(), () -> cancelled || detached));
  }

  private Optional<JobState> compiled(String what, CompileResult result) {
    if (detached) {
      throw new DetachedException();
    }
    work.log().writeLines(Channel.COMPILER, result.diagnostics());
    return switch (result) {
      case CompileResult.Compiled compiled -> {
        work.say(what + (compiled.reused() ? " taken from an earlier job" : " compiled"));
        yield cancelled
            ? Optional.of(new JobState.Cancelled("cancelled before it started"))
            : Optional.empty();
      }
      case CompileResult.Rejected rejected ->
          Optional.of(
              new JobState.Failed(FailureReason.COMPILATION_FAILED, rejected.explanation()));
      case CompileResult.Abandoned _ ->
          Optional.of(new JobState.Cancelled("cancelled while it was compiled"));
    };
  }

  private JobState startAndFinish() throws IOException, InterruptedException {
    LaunchPlan plan = plan();
    LaunchedJob launched =
        launch(new LaunchOrder(work.attempt().launchId(), plan, work.folder().root()));
    Supervision supervision = supervision(launched);
    if (cancelled) {
      signals.add(new Signal.CancelRequested());
    }
    LaunchExit exit = await(supervision, launched);
    int left = launched.kill();
    if (left > 0) {
      work.say(left + " processes of the job could not be killed");
    }
    if (!(state instanceof JobState.Finishing)) {
      enter(new JobState.Finishing());
    }
    collect();
    return conclude(supervision.cause(), exit);
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

  private LaunchPlan plan() throws IOException {
    var request =
        new LaunchRequest(
            tools.settings().launch().mpirun(),
            tools.settings().bundleFolder().resolve("bin/gpurma-runtime"),
            work.folder().root(),
            work.placements(),
            isRoot());
    return LaunchPlanner.plan(request, tools.openMpi().facts());
  }

  private static boolean isRoot() throws IOException {
    return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  private LaunchedJob launch(LaunchOrder order) throws IOException {
    Optional<LaunchedJob> running = tools.launcher().reattach(order);
    if (running.isPresent()) {
      work.say("the service is back and watches the job again");
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
    tools.attempts().planned(work.id(), order.plan().command(), work.plannedProcesses());
    tools.attempts().launched(work.id(), Instant.now());
    work.say("starting: " + String.join(" ", order.plan().command()));
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
    Instant begin = Optional.ofNullable(work.attempt().launchedAt()).orElseGet(Instant::now);
    Duration walltime = work.spec().walltimeLimit();
    return new Supervision(
        launched,
        signals,
        begin.plus(walltime),
        tools.settings().launch().grace(),
        this::allStarted);
  }

  private void allStarted() {
    if (state instanceof JobState.Starting) {
      enter(new JobState.Running());
    }
  }

  /** What the processes could not send any more. */
  private void collect() throws IOException {
    launcherOutput.drain();
    for (int process = 0; process < work.processes(); process++) {
      int sender = process;
      SpoolReader.read(
              work.folder().spool(process),
              work.log().nextIndex(process),
              (firstIndex, records) -> open.accept(sender, firstIndex, records))
          .ifPresent(left -> work.say("the spool of process " + sender + " " + left));
    }
  }

  private JobState conclude(EndCause cause, LaunchExit exit) throws IOException {
    progress.timings().forEach(work::say);
    FailureInfo crash = crash(exit);
    var verdict =
        new Verdict(
            cause,
            exit,
            progress.failure(),
            crash,
            progress.allSucceeded(),
            progress.anyStarted(),
            work.spec().walltime(),
            launcherOutput.tail());
    Optional<CheckReport.Result> results = collectResults();
    tools
        .attempts()
        .finished(
            work.id(),
            progress.kernelMillis(),
            Outputs.describe(
                Outputs.names(work.spec(), work.processes()), work.folder().outputs()));
    Optional<JobState> end = verdict.endState();
    if (end.isPresent()) {
      if (crash != null && cause == EndCause.BY_ITSELF && progress.failure() == null) {
        tools.attempts().failed(work.id(), crash);
      }
      return end.get();
    }
    return check(results);
  }

  /**
   * Also of a job that failed: what it measured up to then counts for whoever looks for the cause.
   */
  private Optional<CheckReport.Result> collectResults() throws IOException {
    return work.spec().results() == null
        ? Optional.empty()
        : Optional.of(
            Results.collect(
                work.spec().results(),
                work.spec().program().model(),
                work.log(),
                work.folder().outputs()));
  }

  private FailureInfo crash(LaunchExit exit) {
    return exit.successful()
        ? null
        : MpirunReport.parse(launcherOutput.tail())
            .map(report -> Failures.crashed(report, progress.processes()))
            .orElse(null);
  }

  private JobState check(Optional<CheckReport.Result> results) throws IOException {
    CheckReport report =
        new Checker(work.folder(), work.log(), progress.ranks())
            .run(work.spec().check())
            .with(results);
    if (!report.results().isEmpty()) {
      tools.attempts().checked(work.id(), report);
    }
    for (CheckReport.Result result : report.results()) {
      work.say(
          "check " + result.kind() + (result.passed() ? " holds: " : " FAILS: ") + result.detail());
    }
    return report.passed()
        ? new JobState.Succeeded()
        : new JobState.Failed(FailureReason.CHECK_FAILED, firstFailure(report));
  }

  private static String firstFailure(CheckReport report) {
    return report.results().stream()
        .filter(result -> !result.passed())
        .map(CheckReport.Result::detail)
        .findFirst()
        .orElseThrow();
  }
}
