package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.QueueSizes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Puts of all sizes to the same few places, gets among them, while copies end whenever they like: a
 * rank finds what it would find if each access had ended before the next began.
 */
class DeliveryOrderTest {

  private static final int WINDOW = 3;
  private static final int WINDOW_BYTES = 100_000;
  private static final int ACCESSES = 300;
  private static final int LARGEST_COMMAND = 22;

  /** So many staged puts may wait in the fixture's room. */
  private static final int MOST_UNDER_WAY = 30;

  private final FakeNetwork.Wires wires = FakeNetwork.wires(2);
  private final ProcessFixture first = new ProcessFixture(wires, 0);
  private final ProcessFixture second = new ProcessFixture(wires, 1);
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final byte[] model = new byte[WINDOW_BYTES];

  private long window;
  private long sources;
  private int staged;
  private int bulks;
  private int acknowledged;
  private int gets;
  private int taken;

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  @RepeatedTest(20)
  void accessesTakeEffectInTheOrderOfTheirIssue() {
    System.out.println("DeliveryOrderTest seed " + seed);
    window = second.createWindow(0, WINDOW, WINDOW_BYTES);
    sources = first.allocate(0, 2L * WINDOW_BYTES);
    first.device.holdFetches();
    second.device.holdCopies();
    second.device.holdFetches();
    for (int i = 0; i < ACCESSES; i++) {
      int issued = i;
      stepUntil(() -> issued - taken < MOST_UNDER_WAY);
      issue(i);
      for (int k = random.nextInt(4); k > 0; k--) {
        step();
      }
    }
    for (int i = 0; i < 200_000 && !isOver(); i++) {
      step();
    }
    assertThat(isOver()).isTrue();
    assertThat(Arrays.mismatch(contents(), model)).as("first wrong byte").isEqualTo(-1);
    assertThat(second.failures.isEnding()).isFalse();
    assertThat(second.network.heldBuffers()).isZero();
  }

  /** Tag n is the n-th access; all notify, so that their order shows. */
  private void issue(int n) {
    FakeRank origin = first.ranks.get(0);
    awaitRoom();
    switch (random.nextInt(6)) {
      case 0, 1, 2 -> {
        byte[] payload = payload(n, random.nextInt(1025));
        origin.putBytes(WINDOW, 2, place(payload), payload, n, AccessFlags.NOTIFIES);
      }
      case 3 -> {
        QueueSizes sizes = first.memory.sizes();
        stepUntil(() -> staged - origin.stagingReleased() < sizes.staging());
        byte[] payload = payload(n, 1025 + random.nextInt(10_000));
        origin.putStaged(WINDOW, 2, place(payload), payload, n);
        staged++;
      }
      case 4 -> {
        // The source may be written again once the put before it was acknowledged.
        stepUntil(() -> acknowledged == bulks);
        byte[] payload = payload(n, 16_385 + random.nextInt(50_000));
        FakeDevice.memory(sources, payload.length).copyFrom(MemorySegment.ofArray(payload));
        origin.putBulk(WINDOW, 2, place(payload), sources, payload.length, n, bulks);
        bulks++;
      }
      default -> {
        origin.get(WINDOW, 2, 0, sources + WINDOW_BYTES, 8, n, AccessFlags.NOTIFIES);
        gets++;
      }
    }
  }

  private int place(byte[] payload) {
    int place = random.nextInt(3) * 1000;
    System.arraycopy(payload, 0, model, place, payload.length);
    return place;
  }

  /** Something happens. */
  private void step() {
    switch (random.nextInt(8)) {
      case 0 -> first.work();
      case 1 -> second.work();
      case 2 -> first.device.completeOneFetch();
      case 3 -> second.device.completeOneCopy();
      case 4 -> second.device.completeOneFetch();
      case 5 -> first.departures.work();
      case 6 -> first.ranks.get(0).answer().ifPresent(_ -> acknowledged++);
      default -> take();
    }
  }

  /** As the rank does: moves a payload into its window when it takes the access. */
  private void take() {
    Optional<FakeRank.Access> next = second.ranks.get(0).peek();
    if (next.isEmpty()) {
      return;
    }
    FakeRank.Access access = next.get();
    assertThat(access.tag()).isEqualTo(taken);
    FakeDevice.memory(window + access.offset(), access.payload().length)
        .copyFrom(MemorySegment.ofArray(access.payload()));
    taken++;
    assertThat(second.ranks.get(0).access()).isPresent();
  }

  private boolean isOver() {
    return taken == ACCESSES
        && acknowledged == bulks
        && first.ranks.get(0).getsCompleted() == gets
        && first.departures.areIdle();
  }

  /** For the largest command. */
  private void awaitRoom() {
    int most = first.memory.sizes().command() - LARGEST_COMMAND;
    stepUntil(() -> entriesUnderWay() <= most);
  }

  private int entriesUnderWay() {
    return first.ranks.get(0).commandsSent() - first.ranks.get(0).commandsConsumed();
  }

  private void stepUntil(BooleanSupplier holds) {
    for (int i = 0; i < 100_000 && !holds.getAsBoolean(); i++) {
      step();
    }
    assertThat(holds.getAsBoolean()).isTrue();
  }

  private byte[] payload(int n, int bytes) {
    byte[] payload = new byte[bytes];
    Arrays.fill(payload, (byte) n);
    return payload;
  }

  private byte[] contents() {
    return FakeDevice.memory(window, WINDOW_BYTES).toArray(ValueLayout.JAVA_BYTE);
  }
}
