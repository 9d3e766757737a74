package org.gpurma.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ManagedPoolTest {

  private static final long BASE = 0x10000;
  private static final long BYTES = 64 * 1024;

  private final ManagedPool pool = new ManagedPool(BASE, BYTES);

  @Test
  void anExhaustedPoolGivesNothing() {
    assertThat(pool.allocate(BYTES)).hasValue(BASE);
    assertThat(pool.allocate(1)).isEmpty();
  }

  @Test
  void freedNeighboursBecomeOneBlockAgain() {
    long first = pool.allocate(BYTES / 4).orElseThrow();
    long second = pool.allocate(BYTES / 2).orElseThrow();
    long third = pool.allocate(BYTES / 4).orElseThrow();
    assertThat(pool.free(first)).isTrue();
    assertThat(pool.free(third)).isTrue();
    assertThat(pool.allocate(BYTES)).isEmpty();
    assertThat(pool.free(second)).isTrue();
    assertThat(pool.allocate(BYTES)).hasValue(BASE);
  }

  @Test
  void anAddressIsFreedOnce() {
    long address = pool.allocate(100).orElseThrow();
    assertThat(pool.free(address + 8)).isFalse();
    assertThat(pool.free(address)).isTrue();
    assertThat(pool.free(address)).isFalse();
  }

  @Test
  void noBytesHaveAnAddressOfTheirOwn() {
    assertThat(pool.allocate(0)).isNotEqualTo(pool.allocate(0));
  }

  @Test
  void sizesBeyondAnyMemoryGiveNothing() {
    assertThat(pool.allocate(-1)).isEmpty();
    assertThat(pool.allocate(Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void behavesAsASimpleModelUnderRandomUse() {
    long seed = System.nanoTime();
    System.out.println("ManagedPoolTest seed " + seed);
    Random random = new Random(seed);
    NavigableMap<Long, Long> model = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      if (!model.isEmpty() && random.nextInt(100) < 48) {
        long address = (long) model.keySet().toArray()[random.nextInt(model.size())];
        model.remove(address);
        assertThat(pool.free(address)).isTrue();
      } else {
        long size = random.nextLong(1, 6000);
        OptionalLong address = pool.allocate(size);
        assertThat(address.isPresent()).isEqualTo(fits(model, size));
        address.ifPresent(at -> place(model, at, size));
      }
    }
  }

  private static void place(NavigableMap<Long, Long> model, long address, long size) {
    assertThat(address % ManagedPool.ALIGNMENT).isZero();
    assertThat(address).isGreaterThanOrEqualTo(BASE);
    assertThat(address + size).isLessThanOrEqualTo(BASE + BYTES);
    var before = model.floorEntry(address);
    if (before != null) {
      assertThat(before.getKey() + before.getValue()).isLessThanOrEqualTo(address);
    }
    Long after = model.ceilingKey(address);
    if (after != null) {
      assertThat(address + size).isLessThanOrEqualTo(after);
    }
    model.put(address, size);
  }

  /** Whether some gap between the model's blocks is large enough. */
  private static boolean fits(NavigableMap<Long, Long> model, long size) {
    long at = BASE;
    for (var block : model.entrySet()) {
      if (block.getKey() - at >= aligned(size)) {
        return true;
      }
      at = block.getKey() + aligned(block.getValue());
    }
    return BASE + BYTES - at >= aligned(size);
  }

  private static long aligned(long size) {
    return Math.ceilDiv(size, ManagedPool.ALIGNMENT) * ManagedPool.ALIGNMENT;
  }
}
