package org.gpurma.runtime.host;

import java.util.function.Supplier;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.HostRuntime;
import org.gpurma.host.MpiCuda;
import org.gpurma.host.MpiCudaProgram;
import org.gpurma.host.MpiCudaRuntime;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;

/** Calls a host program. Whether it went well is on the failure board. */
public record HostCall(FailureBoard failures) {

  public void call(Supplier<HostProgram> program, HostRuntime runtime, HostArguments arguments) {
    guarded(
        () -> {
          try (GpuRma gpurma = GpuRma.open(runtime)) {
            HostProgram made = program.get();
            useLoaderOf(made);
            made.run(gpurma, arguments);
          }
        });
  }

  /** A program of plain kernels. */
  public void call(
      Supplier<MpiCudaProgram> program, MpiCudaRuntime runtime, HostArguments arguments) {
    guarded(
        () -> {
          MpiCudaProgram made = program.get();
          useLoaderOf(made);
          made.run(MpiCuda.open(runtime), arguments);
        });
  }

  @FunctionalInterface
  private interface Call {
    void run() throws Exception;
  }

  private void guarded(Call call) {
    try {
      call.run();
    } catch (FailureException e) {
      failures.report(e.failure());
    } catch (Throwable e) {
      report(e);
    } finally {
      System.out.flush();
      System.err.flush();
    }
  }

  private static void useLoaderOf(Object program) {
    Thread.currentThread().setContextClassLoader(program.getClass().getClassLoader());
  }

  /** Of a job that is ending anyway: what the program makes of that is no cause of its own. */
  private void report(Throwable thrown) {
    if (!failures.isEnding()) {
      thrown.printStackTrace();
      failures.report(HostFailures.of(thrown));
    }
  }
}
