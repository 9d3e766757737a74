package org.gpurma.host;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class GpuRmaTest {

  private final FakeRuntime runtime =
      new FakeRuntime(
          userdata -> {
            for (long i = 0; i < userdata.byteSize(); i++) {
              userdata.set(JAVA_BYTE, i, (byte) (userdata.get(JAVA_BYTE, i) + 1));
            }
          });
  private final GpuRma gpurma = GpuRma.open(runtime);

  @Test
  void whatTheRanksChangeOfTheUserdataIsThereAfterTheRun() {
    byte[] userdata = {1, 2, 3};
    assertThat(gpurma.run(userdata)).isEqualTo(Duration.ofMillis(7));
    assertThat(userdata).containsExactly(2, 3, 4);
  }

  @Test
  void aByteBufferIsPassedFromItsPositionToItsLimit() {
    ByteBuffer userdata = ByteBuffer.wrap(new byte[] {1, 2, 3, 4}).position(1).limit(3);
    gpurma.run(userdata);
    assertThat(userdata.array()).containsExactly(1, 3, 4, 4);
    assertThat(userdata.position()).isEqualTo(1);
  }

  @Test
  void timingsAreThoseOfTheRun() {
    gpurma.run();
    assertThat(gpurma.timings()).containsExactly(Duration.ofMillis(2), Duration.ofMillis(3));
  }

  @Test
  void arraysTravelToTheDeviceAndBack() {
    double[] values = {1.5, 2.5, 3.5};
    double[] back = new double[2];
    try (DeviceMemory memory = gpurma.allocate(JAVA_DOUBLE, 3)) {
      memory.copyFrom(MemorySegment.ofArray(values));
      memory.slice(8, 16).copyTo(MemorySegment.ofArray(back));
      assertThat(memory.bytes()).isEqualTo(24);
      assertThat(memory.pointer().address()).isEqualTo(memory.address());
    }
    assertThat(back).containsExactly(2.5, 3.5);
  }

  @Test
  void memoryIsFreedOnceAndWithAllItsParts() {
    DeviceMemory memory = gpurma.allocate(64);
    DeviceMemory part = memory.slice(16, 16);
    part.close();
    memory.close();
    assertThat(runtime.freed).containsExactly(memory.address());
    assertThatThrownBy(() -> part.copyTo(MemorySegment.ofArray(new byte[4])))
        .isInstanceOf(GpuRmaException.BadDeviceMemory.class)
        .hasMessageContaining("after it was freed");
  }

  @Test
  void aNamedBufferIsTheJobSpecsAndStays() {
    DeviceMemory field = gpurma.buffer("field");
    field.close();
    field.copyFrom(MemorySegment.ofArray(new int[] {7}));
    int[] back = new int[1];
    gpurma.buffer("field").copyTo(MemorySegment.ofArray(back));
    assertThat(back).containsExactly(7);
    assertThat(runtime.freed).isEmpty();
  }

  @Test
  void memoryThatIsClosedAfterTheEndIsNoSecondError() {
    DeviceMemory memory = gpurma.allocate(8);
    gpurma.finish();
    memory.close();
    assertThat(runtime.freed).isEmpty();
  }

  @Test
  void aBufferThatTheJobSpecDoesNotNameIsAnErrorThatNamesThoseItDoes() {
    misuse(
        () -> gpurma.buffer("fields"),
        GpuRmaException.NotInJobSpec.class,
        "no buffer 'fields' (it has: field); name it under buffers");
  }

  @Test
  void aSecondRunIsAnError() {
    gpurma.run();
    misuse(() -> gpurma.run(), GpuRmaException.AlreadyRun.class, "into the kernel");
  }

  @Test
  void timingsBeforeTheRunAreAnError() {
    misuse(gpurma::timings, GpuRmaException.NotRun.class, "call gpurma.run first");
  }

  @Test
  void userdataThatIsTooLongIsAnErrorAndTheKernelCanStillRun() {
    misuse(
        () -> gpurma.run(new byte[FakeRuntime.MOST_USERDATA + 1]),
        GpuRmaException.BadUserdata.class,
        "userdata has 65 B, at most 64 B are passed; allocate device memory");
    gpurma.run(new byte[FakeRuntime.MOST_USERDATA]);
  }

  @Test
  void readOnlyUserdataIsAnError() {
    misuse(
        () -> gpurma.run(ByteBuffer.allocate(8).asReadOnlyBuffer()),
        GpuRmaException.BadUserdata.class,
        "read-only");
  }

  @Test
  void moreMemoryThanThereIsIsAnErrorThatNamesTheFieldOfTheJobSpec() {
    misuse(
        () -> gpurma.allocate(1L << 40),
        GpuRmaException.BadDeviceMemory.class,
        "raise memory.managedMiB");
    misuse(() -> gpurma.allocate(-1), GpuRmaException.BadDeviceMemory.class, "-1 B");
  }

  @Test
  void copiesStayInsideTheMemory() {
    DeviceMemory memory = gpurma.allocate(16);
    misuse(
        () -> memory.copyFrom(MemorySegment.ofArray(new byte[17])),
        GpuRmaException.BadDeviceMemory.class,
        "17 B at offset 0 reach out of device memory of 16 B");
    misuse(() -> memory.slice(12, 5), GpuRmaException.BadDeviceMemory.class, "offset 12");
    misuse(() -> memory.slice(-1, 1), GpuRmaException.BadDeviceMemory.class, "offset -1");
    misuse(
        () -> memory.slice(1, Long.MAX_VALUE), GpuRmaException.BadDeviceMemory.class, "offset 1");
  }

  @Test
  void nothingWorksAfterFinish() {
    DeviceMemory memory = gpurma.allocate(8);
    gpurma.finish();
    misuse(gpurma::rankInfo, GpuRmaException.Finished.class, "after gpurma.finish");
    misuse(gpurma::run, GpuRmaException.Finished.class, "after gpurma.finish");
    misuse(
        () -> memory.copyTo(MemorySegment.ofArray(new byte[8])),
        GpuRmaException.Finished.class,
        "after gpurma.finish");
    gpurma.close();
  }

  @Test
  void afterAJobThatEndedEveryCallSaysSo() {
    GpuRma broken =
        GpuRma.open(
            new FakeRuntime(
                _ -> {
                  throw new JobEndedException();
                }));
    assertThatThrownBy(broken::run).isInstanceOf(JobEndedException.class);
    assertThatThrownBy(broken::run).isInstanceOf(JobEndedException.class);
    assertThatThrownBy(broken::timings).isInstanceOf(JobEndedException.class);
  }

  @Test
  void anotherThreadIsRefused() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread.ofPlatform()
        .name("worker")
        .start(() -> thrown.set(catchThrowable(gpurma::rankInfo)))
        .join();
    assertThat(thrown.get())
        .isInstanceOf(WrongThreadException.class)
        .hasMessageContaining("worker");
  }

  @Test
  void aStructIsPassedByItsSegment() {
    GpuRma counting =
        GpuRma.open(
            new FakeRuntime(userdata -> userdata.set(JAVA_INT, 4, 2 * userdata.get(JAVA_INT, 0))));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment userdata = arena.allocate(CStruct.of(JAVA_INT, JAVA_INT));
      userdata.set(JAVA_INT, 0, counting.rankInfo().rankStart());
      counting.run(userdata);
      assertThat(userdata.get(JAVA_INT, 4)).isEqualTo(16);
    }
  }

  private static void misuse(
      Executable call, Class<? extends GpuRmaException> kind, String message) {
    assertThatThrownBy(call::execute).isInstanceOf(kind).hasMessageContaining(message);
  }
}
