package org.gpurma.runtime.ranklog;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Floating-point numbers as C++ streams print them: six significant digits, no trailing zeros (%g).
 */
final class RealFormat {

  private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
  private static final int SMALLEST_PLAIN_EXPONENT = -4;

  private RealFormat() {}

  static String format(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
    if (Double.isInfinite(value)) {
      return sign + "inf";
    }
    return value == 0 ? sign + "0" : sign + positive(Math.abs(value));
  }

  private static String positive(double value) {
    BigDecimal rounded = new BigDecimal(value).round(SIX_DIGITS);
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal shortest = rounded.stripTrailingZeros();
    if (exponent >= SMALLEST_PLAIN_EXPONENT && exponent < SIX_DIGITS.getPrecision()) {
      return shortest.toPlainString();
    }
    String digits = shortest.unscaledValue().toString();
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    return "%c%se%c%02d"
        .formatted(digits.charAt(0), fraction, exponent < 0 ? '-' : '+', Math.abs(exponent));
  }
}
