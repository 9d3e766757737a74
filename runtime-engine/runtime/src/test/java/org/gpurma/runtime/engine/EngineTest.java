package org.gpurma.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.config.StallSettings;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.ControlPageDescriptor;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two processes with one rank each, whose kernels are Java. */
@Timeout(20)
class EngineTest {

  private static final List<ProcessPlace> PLACES =
      List.of(new ProcessPlace("node", 1), new ProcessPlace("node", 1));
  private static final int WINDOW = 0;
  private static final int BYTES = 4 << 20;
  private static final Duration DEADLOCK = Duration.ofMillis(300);

  @TempDir private Path folder;

  private final FakeNetwork.Wires wires = FakeNetwork.wires(2);
  private final TestProcess first = new TestProcess(0);
  private final TestProcess second = new TestProcess(1);

  @Test
  void aPutAndItsNotificationCrossFromKernelToKernel() throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    runBoth(
        rank -> {
          await(() -> ready.getCount() == 0);
          rank.put(WINDOW, 1, 0, 17, 5);
          rank.finish();
        },
        rank -> {
          createWindow(second, rank);
          ready.countDown();
          await(() -> rank.access().filter(put -> put.isNote(WINDOW, 0, 5)).isPresent());
          rank.finish();
        });
    assertThat(first.failures.isEnding()).isFalse();
    assertThat(second.failures.isEnding()).isFalse();
  }

  @Test
  void aPutThatIsStillUnderWayWhenItsKernelEndsArrives() throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    runBoth(
        rank -> {
          await(() -> ready.getCount() == 0);
          for (int i = 0; i < 8; i++) {
            rank.put(WINDOW, 1, 4 * i, i + 1, 5);
          }
          rank.finish();
        },
        rank -> {
          createWindow(second, rank);
          ready.countDown();
          rank.finish();
        });
    for (int i = 0; i < 8; i++) {
      assertThat(FakeDevice.memory(second.windowBase, 64).getAtIndex(ValueLayout.JAVA_INT, i))
          .isEqualTo(i + 1);
    }
  }

  @Test
  void bytesOfAnySizeCrossInBothDirections() throws Exception {
    CountDownLatch ready = new CountDownLatch(2);
    byte[] got = new byte[1];
    runBoth(
        rank -> {
          createWindow(first, rank);
          ready.countDown();
          await(() -> ready.getCount() == 0);
          fill(first.windowBase, 1);
          rank.putBulk(WINDOW, 1, 0, first.windowBase, BYTES / 2, 5, 9);
          await(() -> rank.answer().isPresent());
          rank.get(WINDOW, 1, BYTES / 2, first.windowBase, BYTES / 2, 6, AccessFlags.NOTIFIES);
          await(() -> rank.getsCompleted() == 1);
          got[0] = FakeDevice.memory(first.windowBase, BYTES).get(ValueLayout.JAVA_BYTE, 0);
          rank.finish();
        },
        rank -> {
          createWindow(second, rank);
          fill(second.windowBase, 2);
          ready.countDown();
          await(() -> rank.access().filter(put -> put.isNote(WINDOW, 0, 5)).isPresent());
          await(() -> rank.access().filter(get -> get.isNote(WINDOW, 0, 6)).isPresent());
          rank.finish();
        });
    assertThat(got[0]).isEqualTo((byte) 2);
    assertThat(FakeDevice.memory(second.windowBase, BYTES).toArray(ValueLayout.JAVA_BYTE))
        .startsWith(1, 1, 1)
        .endsWith(2, 2, 2);
    assertThat(first.failures.isEnding()).isFalse();
    assertThat(second.failures.isEnding()).isFalse();
  }

  @Test
  void aFailedAssertionEndsAllProcessesAndIsReportedByOne() throws Exception {
    long start = System.nanoTime();
    runBoth(untilAborted(first), rank -> rank.failAssertion("k.cu", 12, "a == b"));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    assertThat(second.failures.first())
        .contains(new Failure.AssertionFailed(OptionalInt.of(1), "k.cu", 12, "a == b"));
    assertThat(first.failures.first()).isEmpty();
    assertThat(first.failures.isEnding()).isTrue();
  }

  @Test
  void aDeviceThatDiesNamesTheRank() throws Exception {
    runBoth(
        rank -> {
          first.kernel.fault(
              new RunState.Faulted(
                  RunState.FaultKind.ILLEGAL_ADDRESS, "illegal address 0x10", OptionalInt.of(0)));
          untilAborted(first).accept(rank);
        },
        untilAborted(second));
    assertThat(first.failures.first())
        .contains(new Failure.IllegalAddress(OptionalInt.of(0), "illegal address 0x10"));
    assertThat(second.failures.first()).isEmpty();
  }

  @Test
  void aRankThatDoesNotFinishIsNamed() throws Exception {
    runBoth(FakeRank::finish, _ -> {});
    assertThat(second.failures.first())
        .containsInstanceOf(Failure.ApiMisuse.class)
        .hasValueSatisfying(
            failure ->
                assertThat(failure.message())
                    .isEqualTo("rank 1 returned without gpurma_gpu_finish"));
  }

  @Test
  void aRankThatReturnsWithoutFinishIsNamedWhileOthersOfItsKernelRun() throws Exception {
    runBoth(
        untilAborted(first), _ -> second.kernel.setOthersRun(() -> !second.failures.isEnding()));
    assertThat(second.failures.first())
        .hasValueSatisfying(
            failure ->
                assertThat(failure.message())
                    .isEqualTo("rank 1 returned without gpurma_gpu_finish"));
    assertThat(first.failures.isEnding()).isTrue();
  }

  @Test
  void aRankThatReturnsAfterFinishMayBeTheFirst() throws Exception {
    long end = System.nanoTime() + DEADLOCK.toNanos();
    runBoth(
        FakeRank::finish,
        rank -> {
          second.kernel.setOthersRun(() -> System.nanoTime() - end < 0);
          rank.finish();
        });
    assertThat(second.failures.isEnding()).isFalse();
  }

  @Test
  void aFinishThatIsSentJustBeforeTheKernelEndsCounts() throws Exception {
    first.finishesWhenPolled = true;
    second.finishesWhenPolled = true;
    runBoth(_ -> await(() -> false), _ -> await(() -> false));
    assertThat(first.failures.isEnding()).isFalse();
    assertThat(second.failures.isEnding()).isFalse();
  }

  @Test
  void aRankThatNeverEndsIsGivenUp() throws Exception {
    long start = System.nanoTime();
    runBoth(_ -> await(() -> false), rank -> rank.failAssertion("k.cu", 1, "false"));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    assertThat(second.failures.first()).isPresent();
  }

  @Test
  void ranksThatWaitForEachOtherAreADeadlock() throws Exception {
    runBoth(
        rank -> {
          rank.waitForNotification(WINDOW, 1, 5);
          untilAborted(first).accept(rank);
        },
        rank -> {
          rank.waitForNotification(WINDOW, 0, 6);
          untilAborted(second).accept(rank);
        });
    assertThat(first.failures.first())
        .containsInstanceOf(Failure.Deadlock.class)
        .hasValueSatisfying(
            failure ->
                assertThat(failure.message())
                    .startsWith("deadlock: all 2 ranks wait and nothing is on its way; rank 0 has")
                    .contains("of window 0 of WORLD from rank 1 with tag 5 (has 0); rank 1 has")
                    .endsWith("of window 0 of WORLD from rank 0 with tag 6 (has 0)"));
    assertThat(second.failures.first()).isEmpty();
    assertThat(second.failures.isEnding()).isTrue();
  }

  @Test
  void aRankThatCallsABarrierAfterAllOthersHaveFinishedIsNamed() throws Exception {
    runBoth(
        rank -> rank.finish(1),
        rank -> {
          rank.waitInBarrier(2);
          untilAborted(second).accept(rank);
        });
    assertThat(second.failures.first())
        .containsInstanceOf(Failure.ApiMisuse.class)
        .hasValueSatisfying(
            failure ->
                assertThat(failure.message())
                    .startsWith("collectives do not match: rank 1 has waited")
                    .contains("for the WORLD barrier of gpurma_gpu_finish; rank 0 has finished"));
    assertThat(first.failures.first()).isEmpty();
    assertThat(first.failures.isEnding()).isTrue();
  }

  @Test
  void whoWaitsForARankOfAProcessThatHasEndedIsADeadlock() throws Exception {
    runBoth(
        rank -> rank.finish(1),
        rank -> {
          rank.waitForNotification(WINDOW, 0, 6);
          untilAborted(second).accept(rank);
        });
    assertThat(second.failures.first())
        .containsInstanceOf(Failure.Deadlock.class)
        .hasValueSatisfying(
            failure -> assertThat(failure.message()).endsWith("(has 0); rank 0 has finished"));
    assertThat(first.failures.isEnding()).isTrue();
  }

  @Test
  void aRankThatDoesNotGetToTakeWhatItWaitsForIsNoDeadlock() throws Exception {
    CountDownLatch ready = new CountDownLatch(2);
    runBoth(
        rank -> {
          createWindow(first, rank);
          ready.countDown();
          await(() -> ready.getCount() == 0);
          rank.put(WINDOW, 1, 0, 17, 5);
          rank.waitForNotification(WINDOW, 1, 6);
          await(() -> rank.access().filter(put -> put.isNote(WINDOW, 1, 6)).isPresent());
          rank.endWait();
          rank.finish();
        },
        rank -> {
          createWindow(second, rank);
          ready.countDown();
          rank.waitForNotification(WINDOW, 0, 5);
          sleep(5 * DEADLOCK.toMillis());
          await(() -> rank.access().filter(put -> put.isNote(WINDOW, 0, 5)).isPresent());
          rank.endWait();
          rank.put(WINDOW, 0, 0, 18, 6);
          rank.finish();
        });
    assertThat(first.failures.first()).isEmpty();
    assertThat(second.failures.first()).isEmpty();
  }

  /** Whether a thread of its own works on what arrives. */
  boolean receivesApart() {
    return false;
  }

  private void runBoth(Consumer<FakeRank> firstBody, Consumer<FakeRank> secondBody)
      throws InterruptedException {
    Thread other = Thread.ofPlatform().start(() -> second.run(secondBody));
    first.run(firstBody);
    other.join();
  }

  private static Consumer<FakeRank> untilAborted(TestProcess process) {
    return _ ->
        await(
            () ->
                SharedInts.getAcquire(
                        process.memory.control().host(), ControlPageDescriptor.ABORT_OFFSET)
                    != 0);
  }

  private static void createWindow(TestProcess process, FakeRank rank) {
    rank.allocate(BYTES, 1);
    await(() -> rank.answer().map(answer -> process.windowBase = answer.value()).isPresent());
    rank.createWindow(WINDOW, process.windowBase, BYTES, 2);
    await(() -> rank.answer().isPresent());
  }

  private static void fill(long address, int value) {
    FakeDevice.memory(address, BYTES).fill((byte) value);
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      sleep(1);
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class TestProcess {

    private final int process;
    private final FakeDevice device = new FakeDevice();
    private final FailureBoard failures = new FailureBoard(_ -> {});
    private final JobMemory memory =
        JobMemory.allocate(
            device,
            RuntimeConfig.from(new Properties(), Map.of()),
            1,
            1,
            false,
            new ArenaContents(BYTES, 0, List.of()));
    private FakeKernel kernel;
    private boolean finishesWhenPolled;
    private volatile long windowBase;

    TestProcess(int process) {
      this.process = process;
    }

    void run(Consumer<FakeRank> body) {
      FakeRank rank =
          new FakeRank(memory.hostAreas().getFirst(), memory.hostLayout(), memory.sizes());
      kernel = new FakeKernel(List.of(rank), body);
      FakeNetwork network =
          FakeNetwork.connect(wires, process, memory.receive().host(), memory.receiveSlotBytes());
      StallSettings settings = new StallSettings(Duration.ofSeconds(30), DEADLOCK);
      new Engine(
              device,
              new JobTopology(process, PLACES),
              memory,
              network,
              failures,
              new Engine.Watching(settings, process, spool(process)))
          .run(
              finishesWhenPolled ? new PolledKernel(rank) : kernel,
              1,
              0,
              1000,
              true,
              receivesApart());
    }
  }

  private Spool spool(int process) {
    try {
      return Spool.open(folder.resolve(process + ".spool"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its rank finishes, and it ends, at the moment in which it is asked. */
  private record PolledKernel(FakeRank rank) implements Program {

    @Override
    public int fittingRanks(int threadsPerRank) {
      return 1;
    }

    @Override
    public Run launch(int ranks, int threadsPerRank, long contextAddress) {
      return () -> {
        rank.finish();
        return RunState.ENDED;
      };
    }
  }
}
