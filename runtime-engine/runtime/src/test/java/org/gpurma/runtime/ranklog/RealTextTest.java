package org.gpurma.runtime.ranklog;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RealTextTest {

  private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, -0",
    "1, 1",
    "10, 10",
    "100000, 100000",
    "1000000, 1e+06",
    "123456.7, 123457",
    "999999.5, 1e+06",
    "9999995, 1e+07",
    "9999985, 9.99998e+06",
    "0.5, 0.5",
    "0.0001, 0.0001",
    "0.00099999995, 0.001",
    "0.00001234567, 1.23457e-05",
    "3.14159265358979, 3.14159",
    "-2.5, -2.5",
    "1e22, 1e+22",
    "1e23, 1e+23",
    "1e300, 1e+300",
    "-1.797693134862315e308, -1.79769e+308",
    "4.9e-324, 4.94066e-324",
    "7407.698971965, 7407.7",
    "NaN, nan",
    "Infinity, inf",
    "-Infinity, -inf",
  })
  void numbersLookAsACppStreamPrintsThem(double value, String text) {
    assertThat(text(value)).isEqualTo(text);
  }

  @Test
  void allNumbersAreRoundedAsTheirExactValues() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 200_000; i++) {
      double value = any(random);
      assertThat(text(value)).as("seed %d, %s", seed, value).isEqualTo(exact(value));
    }
  }

  /** Of all sizes, of everyday sizes, and those that lie halfway or next to it. */
  private static double any(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Double.longBitsToDouble(random.nextLong() & 0x7fefffffffffffffL | 1);
      case 1 -> random.nextDouble() * Math.pow(10, random.nextInt(-8, 12));
      case 2 -> (float) (random.nextGaussian() * 100) + 1000;
      default -> {
        double half =
            (random.nextInt(100_000, 1_000_000) + 0.5) * Math.pow(10, random.nextInt(-9, 9));
        yield random.nextInt(3) == 0 ? Math.nextUp(half) : half;
      }
    };
  }

  private static String exact(double value) {
    BigDecimal rounded = new BigDecimal(value).round(SIX_DIGITS);
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal shortest = rounded.stripTrailingZeros();
    if (exponent >= -4 && exponent < 6) {
      return shortest.toPlainString();
    }
    String digits = shortest.unscaledValue().toString();
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    return "%c%se%c%02d"
        .formatted(digits.charAt(0), fraction, exponent < 0 ? '-' : '+', Math.abs(exponent));
  }

  private static String text(double value) {
    byte[] bytes = new byte[3 + NumberText.MOST_BYTES];
    int end = RealText.write(value, bytes, 3);
    assertThat(end).isLessThanOrEqualTo(bytes.length);
    return new String(bytes, 3, end - 3, US_ASCII);
  }
}
