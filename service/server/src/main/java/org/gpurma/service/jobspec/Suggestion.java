package org.gpurma.service.jobspec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word that a mistyped one most likely stood for. */
public final class Suggestion {
  private Suggestion() {}

  static Optional<String> nearest(String typed, Collection<String> known) {
    int tolerated = Math.max(1, typed.length() / 3);
    return known.stream()
        .filter(word -> distance(typed, word) <= tolerated)
        .min(Comparator.comparingInt(word -> distance(typed, word)));
  }

  public static String didYouMean(String typed, Collection<String> known) {
    return nearest(typed, known).map(word -> "; did you mean '" + word + "'?").orElse("");
  }

  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
