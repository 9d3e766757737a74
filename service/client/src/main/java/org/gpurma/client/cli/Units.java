package org.gpurma.client.cli;

import java.time.Duration;
import java.util.Locale;

/** Quantities as people read them. */
final class Units {

  private Units() {}

  /** For a moment within a job: 0.12 s, 75.3 s. */
  static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.2f s", duration.toMillis() / 1000.0);
  }

  /** For what may be microseconds or hours: 0.00012 s, 75.3 s, 4600 s. */
  static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3g s", seconds);
  }

  /** For an age in a list: 12 s, 5 min, 3 h, 4 d. */
  static String age(Duration age) {
    if (age.toSeconds() < 100) {
      return Math.max(0, age.toSeconds()) + " s";
    }
    if (age.toMinutes() < 100) {
      return age.toMinutes() + " min";
    }
    return age.toHours() < 72 ? age.toHours() + " h" : age.toDays() + " d";
  }

  static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double kibibytes = bytes / 1024.0;
    return kibibytes < 1024
        ? String.format(Locale.ROOT, "%.1f KiB", kibibytes)
        : String.format(Locale.ROOT, "%.1f MiB", kibibytes / 1024);
  }

  static String millis(double millis) {
    if (millis >= 1000) {
      return String.format(Locale.ROOT, "%.3f s", millis / 1000);
    }
    return String.format(Locale.ROOT, millis < 10 ? "%.3f ms" : "%.1f ms", millis);
  }
}
