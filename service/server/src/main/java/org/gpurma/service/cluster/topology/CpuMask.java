package org.gpurma.service.cluster.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Sets of CPUs as hwloc writes them: words of 32 bits, the highest first. */
final class CpuMask {
  private static final Pattern WORD = Pattern.compile("(?:0x)?([0-9a-fA-F]{1,8})");
  private static final int WORD_BITS = 32;
  private static final int MOST_WORDS = 2048;

  private CpuMask() {}

  /**
   * In ascending order.
   *
   * @throws IllegalArgumentException where the text is no such set
   */
  static List<Integer> parse(String text) {
    String[] words = text.split(",", -1);
    if (words.length > MOST_WORDS) {
      throw new IllegalArgumentException("more words than a set of CPUs has");
    }
    List<Integer> cpus = new ArrayList<>();
    for (int i = words.length - 1; i >= 0; i--) {
      long bits = bits(words[i].strip());
      for (int bit = 0; bit < WORD_BITS; bit++) {
        if ((bits >>> bit & 1) == 1) {
          cpus.add((words.length - 1 - i) * WORD_BITS + bit);
        }
      }
    }
    return List.copyOf(cpus);
  }

  /** A word of zeros may be left empty. */
  private static long bits(String word) {
    if (word.isEmpty()) {
      return 0;
    }
    var matcher = WORD.matcher(word);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + word + "' is no word of a set of CPUs");
    }
    return Long.parseLong(matcher.group(1), 16);
  }
}
