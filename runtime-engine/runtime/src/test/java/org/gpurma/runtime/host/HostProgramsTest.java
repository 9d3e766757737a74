package org.gpurma.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostRuntime;
import org.gpurma.host.JobEndedException;
import org.gpurma.host.RankInfo;
import org.gpurma.host.RunResult;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.wire.HostProgram;
import org.gpurma.wire.RunSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Host programs that are loaded as those of a job are. */
class HostProgramsTest {

  @TempDir private Path folder;
  private final FailureBoard failures = new FailureBoard(_ -> {});

  @Test
  void anExceptionEndsTheJobWithTheProgramsOwnFrames() throws IOException {
    Failure.HostProgramFailed failure =
        failureOf(
            """
            import org.gpurma.host.*;
            final class Host implements HostProgram {
              public void run(GpuRma gpurma, HostArguments arguments) {
                prepare(java.util.List.of(0));
              }
              private static void prepare(java.util.List<Integer> rows) {
                rows.forEach(row -> divide(row));
              }
              private static void divide(int row) {
                try {
                  System.out.println(1 / row);
                } catch (ArithmeticException e) {
                  throw new IllegalStateException("no rows", e);
                }
              }
            }
            """);

    assertThat(failure.message().lines())
        .containsExactly(
            "java.lang.IllegalStateException: no rows",
            "  at Host.divide(Host.java:13)",
            "  at Host.lambda$prepare$0(Host.java:7)",
            "  at Host.prepare(Host.java:7)",
            "  at Host.run(Host.java:4)",
            "caused by java.lang.ArithmeticException: / by zero");
    assertThat(failure.describe())
        .isEqualTo(
            "the host program failed: java.lang.IllegalStateException: no rows (Host.java:13)");
  }

  @Test
  void whatFollowsFromTheEndOfTheJobIsNoFailureOfTheProgram() throws IOException {
    failures.reportPeer();
    call(
        """
        import org.gpurma.host.*;
        final class Host implements HostProgram {
          public void run(GpuRma gpurma, HostArguments arguments) {
            gpurma.run();
          }
        }
        """);
    assertThat(failures.first()).isEmpty();
  }

  @Test
  void aJobThatSomebodyStopsIsNotFailedByItsProgram() throws IOException {
    failures.requestStop();
    call(
        """
        import org.gpurma.host.*;
        final class Host implements HostProgram {
          public void run(GpuRma gpurma, HostArguments arguments) {
            try {
              gpurma.run();
            } catch (RuntimeException e) {
              throw new IllegalStateException("the run did not end", e);
            }
          }
        }
        """);
    assertThat(failures.first()).isEmpty();
  }

  @Test
  void aHeapThatIsTooSmallNamesTheFieldOfTheJobSpec() throws IOException {
    Failure.HostProgramFailed failure =
        failureOf(
            """
            import org.gpurma.host.*;
            final class Host implements HostProgram {
              public void run(GpuRma gpurma, HostArguments arguments) {
                throw new OutOfMemoryError("Java heap space");
              }
            }
            """);
    assertThat(failure.message())
        .contains("Java heap space; raise program.host.heapMiB of the job spec");
  }

  @Test
  void aProgramSeesNothingOfTheRuntimeButTheHostApi() throws IOException {
    Failure.HostProgramFailed failure =
        failureOf(
            """
            import org.gpurma.host.*;
            final class Host implements HostProgram {
              public void run(GpuRma gpurma, HostArguments arguments) throws Exception {
                for (String name : java.util.List.of(
                    "com.google.protobuf.Message", "org.gpurma.runtime.RuntimeProcess", "jcuda.Pointer")) {
                  try {
                    Class.forName(name);
                    throw new IllegalStateException(name + " is visible");
                  } catch (ClassNotFoundException expected) {
                  }
                }
                Thread.currentThread().getContextClassLoader().loadClass("Host");
                throw new Exception("nothing was visible");
              }
            }
            """);
    assertThat(failure.message()).startsWith("java.lang.Exception: nothing was visible");
  }

  @Test
  void aClassOfAnotherKindIsRefusedByName() throws IOException {
    assertThat(failureOf("final class Host {}").message())
        .isEqualTo("program.host: class Host does not implement org.gpurma.host.HostProgram");
  }

  @Test
  void aClassThatObjectsCannotBeMadeOfIsRefused() throws IOException {
    String program =
        """
        import org.gpurma.host.*;
        %s class Host implements HostProgram {
          %s
          public void run(GpuRma gpurma, HostArguments arguments) {}
        }
        """;
    assertThat(failureOf(program.formatted("abstract", "")).message())
        .isEqualTo("program.host: class Host is no class to make objects of");
    assertThat(failureOf(program.formatted("", "Host(int rows) {}")).message())
        .startsWith("program.host: class Host has no constructor without parameters");
    assertThat(failureOf(program.formatted("", "Host() { Integer.parseInt(\"x\"); }")).message())
        .startsWith("java.lang.NumberFormatException: For input string: \"x\"\n  at Host.<init>");
  }

  @Test
  void aClassThatIsNotThereIsRefusedByName() throws IOException {
    CompiledClasses.compile("Other", "final class Other {}", folder);
    assertThatThrownBy(() -> HostPrograms.of(spec("classes"), folder))
        .isInstanceOf(FailureException.class)
        .hasMessage("program.host: class Host is not in classes");
    assertThatThrownBy(() -> HostPrograms.of(spec("host.jar"), folder))
        .hasMessage("program.host: host.jar is not in the run folder");
  }

  private Failure.HostProgramFailed failureOf(String source) throws IOException {
    FailureBoard board = new FailureBoard(_ -> {});
    call(source, board);
    assertThat(board.first()).containsInstanceOf(Failure.HostProgramFailed.class);
    return (Failure.HostProgramFailed) board.first().orElseThrow();
  }

  private void call(String source) throws IOException {
    call(source, failures);
  }

  private void call(String source, FailureBoard board) throws IOException {
    CompiledClasses.compile("Host", source, folder);
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try {
      new HostCall(board)
          .call(
              () -> HostPrograms.of(spec("classes"), folder),
              new EndingRuntime(),
              new HostArguments(Map.of(), folder, folder, Set.of()));
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static RunSpec spec(String classPath) {
    return RunSpec.newBuilder()
        .setHostProgram(HostProgram.newBuilder().setClassPath(classPath).setClassName("Host"))
        .build();
  }

  /** Its job ends before the kernel does. */
  private static final class EndingRuntime implements HostRuntime {

    @Override
    public RankInfo rankInfo() {
      return new RankInfo(8, 8, 0, 1, 0, 1, 0, 1, 0);
    }

    @Override
    public long mostUserdataBytes() {
      return 0;
    }

    @Override
    public Map<String, NamedBuffer> buffers() {
      return Map.of();
    }

    @Override
    public OptionalLong allocate(long bytes) {
      return OptionalLong.empty();
    }

    @Override
    public void free(long address) {}

    @Override
    public void copyIn(long address, MemorySegment from) {}

    @Override
    public void copyOut(MemorySegment to, long address) {}

    @Override
    public RunResult run(MemorySegment userdata) {
      throw new JobEndedException();
    }
  }
}
