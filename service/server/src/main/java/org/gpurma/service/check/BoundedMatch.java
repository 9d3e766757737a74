package org.gpurma.service.check;

import java.util.regex.Pattern;

/**
 * Matches a line against a pattern that somebody wrote, in bounded time and stack: the patterns of
 * Java may try exponentially many ways.
 */
final class BoundedMatch {
  /** Of characters that are looked at; some tenths of a second. */
  private static final int MOST_STEPS = 20_000_000;

  /** It took too many steps. */
  static final class TooCostlyException extends RuntimeException {
    TooCostlyException() {
      super("the pattern takes too long on a line");
    }
  }

  private BoundedMatch() {}

  /**
   * @throws TooCostlyException where it is not known within the bounds whether it matches
   */
  static boolean matches(Pattern pattern, String line) {
    try {
      return pattern.matcher(new Counted(line)).matches();
    } catch (StackOverflowError _) {
      throw new TooCostlyException();
    }
  }

  private static final class Counted implements CharSequence {
    private final String text;
    private int steps;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (++steps > MOST_STEPS) {
        throw new TooCostlyException();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int begin, int end) {
      return text.subSequence(begin, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
