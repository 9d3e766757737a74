package org.gpurma.service.joblog;

import java.nio.charset.StandardCharsets;

/** Words that a line holds, whatever the case of its ASCII letters. */
public record SearchText(String words) {
  public static final SearchText ANY = new SearchText("");

  public SearchText {
    words = lowerCase(words);
  }

  public boolean isAny() {
    return words.isEmpty();
  }

  boolean isIn(String line) {
    return isAny() || isIn(line.getBytes(StandardCharsets.UTF_8));
  }

  private boolean isIn(byte[] line) {
    byte[] wanted = words.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at + wanted.length <= line.length; at++) {
      if (isAt(line, at, wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAt(byte[] line, int at, byte[] wanted) {
    for (int i = 0; i < wanted.length; i++) {
      if (lowerCase(line[at + i]) != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte lowerCase(byte character) {
    return character >= 'A' && character <= 'Z' ? (byte) (character + 'a' - 'A') : character;
  }

  private static String lowerCase(String text) {
    var lower = new StringBuilder(text);
    for (int i = 0; i < lower.length(); i++) {
      char character = lower.charAt(i);
      if (character >= 'A' && character <= 'Z') {
        lower.setCharAt(i, (char) (character + 'a' - 'A'));
      }
    }
    return lower.toString();
  }
}
