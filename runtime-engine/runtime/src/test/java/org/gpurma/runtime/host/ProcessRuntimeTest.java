package org.gpurma.runtime.host;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.gpurma.host.JobEndedException;
import org.gpurma.host.RankInfo;
import org.gpurma.host.RunResult;
import org.gpurma.runtime.engine.RunSummary;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.memory.BufferSlice;
import org.gpurma.runtime.memory.DeviceBuffer;
import org.gpurma.runtime.memory.ManagedPool;
import org.gpurma.wire.Buffer;
import org.junit.jupiter.api.Test;

class ProcessRuntimeTest {

  private static final long MIB = 1 << 20;

  private final FakeDevice device = new FakeDevice();
  private final FailureBoard failures = new FailureBoard(_ -> {});
  private final long room = device.allocateDevice(4 * MIB);
  private final long pool = device.allocateDevice(4 * MIB);

  @Test
  void timesAreThoseOfTheRun() {
    RunResult result =
        runtime(_ -> new RunSummary(1_500_000, List.of(0.25, 1.0))).run(MemorySegment.NULL);
    assertThat(result)
        .isEqualTo(
            new RunResult(
                Duration.ofNanos(1_500_000),
                List.of(Duration.ofNanos(250_000), Duration.ofMillis(1))));
  }

  @Test
  void ranksWithoutUserdataGetNone() {
    runtime(
            userdata -> {
              assertThat(userdata.address()).isZero();
              return new RunSummary(1, List.of());
            })
        .run(MemorySegment.NULL);
  }

  @Test
  void arraysLongerThanAChunkArriveWhole() {
    ProcessRuntime runtime = runtime(_ -> new RunSummary(1, List.of()));
    int[] values = new int[(int) (3 * MIB / Integer.BYTES) - 5];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * 7919;
    }
    long address = runtime.allocate(4L * values.length).orElseThrow();
    runtime.copyIn(address, MemorySegment.ofArray(values));
    int[] heap = new int[values.length];
    runtime.copyOut(MemorySegment.ofArray(heap), address);
    assertThat(heap).isEqualTo(values);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment nativeMemory = arena.allocate(JAVA_INT, values.length);
      runtime.copyOut(nativeMemory, address);
      assertThat(nativeMemory.toArray(JAVA_INT)).isEqualTo(values);
    }
  }

  @Test
  void namedBuffersAreThePartOfThisProcess() {
    assertThat(runtime(_ -> new RunSummary(1, List.of())).buffers())
        .hasSize(1)
        .hasEntrySatisfying(
            "field",
            buffer -> {
              assertThat(buffer.address()).isEqualTo(pool);
              assertThat(buffer.bytes()).isEqualTo(96);
            });
  }

  @Test
  void aFailureIsTheCauseEvenWhereTheProgramCatchesEverything() {
    Failure cause = new Failure.DeviceError(OptionalInt.empty(), "out of registers");
    ProcessRuntime runtime =
        runtime(
            _ -> {
              throw new FailureException(cause);
            });
    assertThatThrownBy(() -> runtime.run(MemorySegment.NULL)).isInstanceOf(JobEndedException.class);
    assertThat(failures.first()).contains(cause);
  }

  private ProcessRuntime runtime(KernelRun kernel) {
    return new ProcessRuntime(
        new RankInfo(8, 8, 0, 1, 0, 1, 0, 1, 0),
        device,
        new ManagedPool(pool, 4 * MIB),
        List.of(
            new DeviceBuffer(
                Buffer.newBuilder().setName("field").build(),
                new BufferSlice(96, 0, 96, 0, 0, 96),
                pool)),
        new ProcessRuntime.UserdataRoom(room, 4 * MIB),
        kernel,
        failures);
  }
}
