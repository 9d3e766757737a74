package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.gpurma.service.compile.CompileResult;
import org.gpurma.service.compile.CompilerFlags;
import org.gpurma.service.compile.ProgramCompiler;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.JobState;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.jobspec.HostSpec;
import org.gpurma.service.jobspec.JobSpec;

/** Makes the programs that an attempt runs: the kernel's, and the host's where it brings one. */
final class AttemptPrograms {
  private final AttemptWork work;
  private final AttemptTools tools;
  private final BooleanSupplier cancelled;
  private final BooleanSupplier detached;

  /**
   * @param detached whether the service lets go of the attempt
   */
  AttemptPrograms(
      AttemptWork work, AttemptTools tools, BooleanSupplier cancelled, BooleanSupplier detached) {
    this.work = work;
    this.tools = tools;
    this.cancelled = cancelled;
    this.detached = detached;
  }

  /** Empty where all are there; else the state that the job ends in. */
  Optional<JobState> make() throws IOException, InterruptedException {
    JobSpec.Program program = work.spec().program();
    Optional<JobState> end = program.binary() == null ? compileKernel(program) : bringKernel();
    HostSpec host = program.host();
    return end.isPresent() || host == null || !host.isCompiled() ? end : compileHost(host);
  }

  private Optional<JobState> bringKernel() throws IOException {
    tools.workplace().bringProgram(work);
    work.say("program taken as it was sent");
    return Optional.empty();
  }

  private Optional<JobState> compileKernel(JobSpec.Program program)
      throws IOException, InterruptedException {
    var order =
        new ProgramCompiler.Order(
            work.gpuKind(),
            work.folder().files(),
            program.file(),
            CompilerFlags.of(work.gpuKind(), program));
    return compiled(
        "program", tools.compiler().compile(order, work.folder().root(), this::isToStop));
  }

  private Optional<JobState> compileHost(HostSpec host) throws IOException, InterruptedException {
    return compiled(
        "host program",
        tools.hostCompiler().compile(work.folder(), host.file(), host.className(), this::isToStop));
  }

  private boolean isToStop() {
    return cancelled.getAsBoolean()
        || detached.getAsBoolean()
        || Instant.now().isAfter(work.walltimeEnd());
  }

  private Optional<JobState> compiled(String what, CompileResult result) {
    if (detached.getAsBoolean()) {
      throw new DetachedException();
    }
    work.log().writeLines(Channel.COMPILER, result.diagnostics());
    return switch (result) {
      case CompileResult.Compiled compiled -> {
        work.say(what + (compiled.reused() ? " taken from an earlier job" : " compiled"));
        yield cancelled.getAsBoolean()
            ? Optional.of(new JobState.Cancelled("cancelled before it started"))
            : Optional.empty();
      }
      case CompileResult.Rejected rejected ->
          Optional.of(
              new JobState.Failed(FailureReason.COMPILATION_FAILED, rejected.explanation()));
      case CompileResult.Abandoned _ -> Optional.of(abandoned());
    };
  }

  private JobState abandoned() {
    return cancelled.getAsBoolean()
        ? new JobState.Cancelled("cancelled while it was compiled")
        : new JobState.Failed(
            FailureReason.WALLTIME_EXCEEDED,
            "its walltime of "
                + work.spec().walltime()
                + " was over while it was compiled; raise walltime in the job spec");
  }
}
