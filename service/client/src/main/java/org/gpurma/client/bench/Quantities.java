package org.gpurma.client.bench;

import java.util.Locale;

/** Numbers as tables and plots show them. */
final class Quantities {

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

  private Quantities() {}

  /** 0 B, 512 B, 8 KiB, 1.5 MiB. */
  static String bytes(double bytes) {
    int unit = 0;
    double value = bytes;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return number(value) + " " + UNITS[unit];
  }

  static String of(double value, String unit) {
    return number(value) + " " + unit;
  }

  /** Three significant digits, no exponent: 0.713, 2.41, 24.1, 1290. */
  static String number(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : Double.toString(value);
    }
    int digits = Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
    String text = String.format(Locale.ROOT, "%." + digits + "f", value);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
