package org.gpurma.runtime.ranklog;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Floating-point numbers as C++ streams print them: six significant digits, no trailing zeros (%g).
 */
final class RealText {

  private static final int DIGITS = 6;
  private static final int SMALLEST = 100_000;
  private static final int BEYOND = 1_000_000;
  private static final MathContext SIX_DIGITS = new MathContext(DIGITS, RoundingMode.HALF_EVEN);
  private static final int SMALLEST_PLAIN_EXPONENT = -4;

  /** Powers of ten that a double holds exactly: a product or quotient with one is rounded once. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** log10(2) in units of 2^-18. */
  private static final int LOG_OF_TWO = 78913;

  /** Far more than the error of a number below 10^6 that was rounded once. */
  private static final double DOUBT = 1e-6;

  private RealText() {}

  /** Returns where the text ends. */
  static int write(double value, byte[] to, int offset) {
    if (Double.isNaN(value)) {
      return NumberText.text("nan", to, offset);
    }
    int at = offset;
    if (Double.doubleToRawLongBits(value) < 0) {
      to[at++] = '-';
    }
    if (Double.isInfinite(value)) {
      return NumberText.text("inf", to, at);
    }
    if (value == 0) {
      to[at++] = '0';
      return at;
    }
    return positive(Math.abs(value), to, at);
  }

  private static int positive(double value, byte[] to, int offset) {
    int exponent = Math.getExponent(value) * LOG_OF_TWO >> 18;
    double scaled = scaled(value, exponent);
    if (scaled >= BEYOND) {
      exponent++;
      scaled = scaled(value, exponent);
    }
    int digits = (int) scaled;
    double fraction = scaled - digits;
    // NaN is not sure.
    boolean isSure = scaled >= SMALLEST && scaled < BEYOND && Math.abs(fraction - 0.5) > DOUBT;
    if (!isSure) {
      return exactly(value, to, offset);
    }
    digits += fraction > 0.5 ? 1 : 0;
    return digits == BEYOND
        ? write(SMALLEST, exponent + 1, to, offset)
        : write(digits, exponent, to, offset);
  }

  /** The number with its first six digits before the point; NaN where that takes two roundings. */
  private static double scaled(double value, int exponent) {
    int shift = DIGITS - 1 - exponent;
    if (Math.abs(shift) >= POWERS.length) {
      return Double.NaN;
    }
    return shift >= 0 ? value * POWERS[shift] : value / POWERS[-shift];
  }

  private static int exactly(double value, byte[] to, int offset) {
    BigDecimal rounded = new BigDecimal(value).round(SIX_DIGITS);
    int exponent = rounded.precision() - rounded.scale() - 1;
    int digits = rounded.scaleByPowerOfTen(DIGITS - 1 - exponent).intValueExact();
    return write(digits, exponent, to, offset);
  }

  /** Writes digits * 10^(exponent - 5). */
  private static int write(int digits, int exponent, byte[] to, int offset) {
    if (exponent < SMALLEST_PLAIN_EXPONENT || exponent >= DIGITS) {
      return exponent(exponent, to, fraction(digits, 1, to, offset));
    }
    if (exponent >= 0) {
      return fraction(digits, exponent + 1, to, offset);
    }
    NumberText.text("0.000", to, offset);
    return significant(digits, to, offset + 1 - exponent);
  }

  /**
   * Six digits with a point behind so many of them; zeros at the end of the fraction are left out.
   */
  private static int fraction(int digits, int before, byte[] to, int offset) {
    int end = significant(digits, to, offset);
    int whole = offset + before;
    if (end <= whole) {
      for (int at = end; at < whole; at++) {
        to[at] = '0';
      }
      return whole;
    }
    System.arraycopy(to, whole, to, whole + 1, end - whole);
    to[whole] = '.';
    return end + 1;
  }

  /** Six digits without the zeros at their end. */
  private static int significant(int digits, byte[] to, int offset) {
    int end = NumberText.integer(digits, to, offset);
    while (to[end - 1] == '0') {
      end--;
    }
    return end;
  }

  private static int exponent(int exponent, byte[] to, int offset) {
    int at = offset;
    to[at++] = 'e';
    to[at++] = (byte) (exponent < 0 ? '-' : '+');
    int size = Math.abs(exponent);
    if (size < 10) {
      to[at++] = '0';
    }
    return NumberText.integer(size, to, at);
  }
}
