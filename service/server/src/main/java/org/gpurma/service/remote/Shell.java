package org.gpurma.service.remote;

import java.util.List;
import java.util.stream.Collectors;

/** Words for a POSIX shell. */
public final class Shell {
  private Shell() {}

  /** Quoted where it has to be. */
  public static String word(String text) {
    return text.matches("[A-Za-z0-9_@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  public static String words(List<String> texts) {
    return texts.stream().map(Shell::word).collect(Collectors.joining(" "));
  }
}
