package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberTextTest {

  private final byte[] bytes = new byte[NumberText.MOST_BYTES];

  @Test
  void numbersOfAllSizesLookAsJavaWritesThem() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 100_000; i++) {
      check(random.nextLong() >> random.nextInt(Long.SIZE), seed);
    }
  }

  @Test
  void theSmallestAndTheLargestNumbersHaveTheirDigits() {
    long power = 1;
    for (int digits = 1; digits < 19; digits++) {
      power *= 10;
      for (long value : new long[] {power - 1, power, power + 1}) {
        check(value, 0);
        check(-value, 0);
      }
    }
    for (long value : new long[] {0, Long.MAX_VALUE, Long.MIN_VALUE, -1, Long.MIN_VALUE + 1}) {
      check(value, 0);
    }
  }

  private void check(long value, long seed) {
    assertThat(text(NumberText.integer(value, bytes, 0)))
        .as("seed %d", seed)
        .isEqualTo(Long.toString(value));
    assertThat(text(NumberText.natural(value, bytes, 0)))
        .as("seed %d", seed)
        .isEqualTo(Long.toUnsignedString(value));
    assertThat(text(NumberText.address(value, bytes, 0)))
        .as("seed %d", seed)
        .isEqualTo("0x" + Long.toHexString(value));
  }

  private String text(int end) {
    return new String(bytes, 0, end, US_ASCII);
  }
}
