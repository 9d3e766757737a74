package org.gpurma.runtime.host;

import java.util.function.Supplier;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.HostRuntime;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;

/** Calls a host program. Whether it went well is on the failure board. */
public record HostCall(FailureBoard failures) {

  public void call(Supplier<HostProgram> program, HostRuntime runtime, HostArguments arguments) {
    try (GpuRma gpurma = GpuRma.open(runtime)) {
      call(program.get(), gpurma, arguments);
    } catch (FailureException e) {
      failures.report(e.failure());
    } catch (Throwable e) {
      report(e);
    } finally {
      System.out.flush();
      System.err.flush();
    }
  }

  private static void call(HostProgram program, GpuRma gpurma, HostArguments arguments)
      throws Exception {
    Thread.currentThread().setContextClassLoader(program.getClass().getClassLoader());
    program.run(gpurma, arguments);
  }

  /** Of a job that is ending anyway: what the program makes of that is no cause of its own. */
  private void report(Throwable thrown) {
    if (!failures.isEnding()) {
      thrown.printStackTrace();
      failures.report(HostFailures.of(thrown));
    }
  }
}
