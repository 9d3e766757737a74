package org.gpurma.service.joblog;

import java.nio.charset.StandardCharsets;

/** Words that a line holds, whatever the case of its ASCII letters. */
public final class SearchText {
  public static final SearchText ANY = new SearchText("");

  private final String words;
  private final byte[] utf8;

  public SearchText(String words) {
    utf8 = words.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < utf8.length; i++) {
      utf8[i] = lowerCase(utf8[i]);
    }
    this.words = new String(utf8, StandardCharsets.UTF_8);
  }

  public boolean isAny() {
    return utf8.length == 0;
  }

  boolean isIn(LineView line) {
    int last = line.from() + line.length() - utf8.length;
    for (int at = line.from(); at <= last; at++) {
      if (isAt(line.array(), at)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAt(byte[] array, int at) {
    for (int i = 0; i < utf8.length; i++) {
      if (lowerCase(array[at + i]) != utf8[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte lowerCase(byte character) {
    return character >= 'A' && character <= 'Z' ? (byte) (character + 'a' - 'A') : character;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SearchText that && words.equals(that.words);
  }

  @Override
  public int hashCode() {
    return words.hashCode();
  }

  @Override
  public String toString() {
    return "'" + words + "'";
  }
}
