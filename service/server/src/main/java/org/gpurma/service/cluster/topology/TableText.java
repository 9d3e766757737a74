package org.gpurma.service.cluster.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of a tool's output, cut into words. Columns are separated by tabs or spaces; terminal
 * escape sequences, which nvidia-smi prints even into a pipe, count as spaces.
 */
final class TableText {
  private static final Pattern ESCAPE = Pattern.compile("\u001b\\[[0-9;]*[A-Za-z]");
  private static final Pattern WORD = Pattern.compile("\\S+");

  private final List<List<Token>> lines = new ArrayList<>();
  private int next;

  TableText(String text) {
    int number = 1;
    for (String line : text.split("\n", -1)) {
      lines.add(words(blanked(line), number++));
    }
  }

  /** Of the same length, so that columns stay what they are. */
  private static String blanked(String line) {
    return ESCAPE.matcher(line).replaceAll(escape -> " ".repeat(escape.group().length()));
  }

  private static List<Token> words(String line, int number) {
    List<Token> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line);
    while (matcher.find()) {
      words.add(new Token(matcher.group(), number, matcher.start() + 1));
    }
    return words;
  }

  void skipBlankLines() {
    while (next < lines.size() - 1 && lines.get(next).isEmpty()) {
      next++;
    }
  }

  boolean atEnd() {
    return next >= lines.size();
  }

  /** Where the next line begins. */
  Token place() {
    return new Token("", next + 1, 1);
  }

  /** The words of the next line; none behind the last one. */
  List<Token> line() {
    return atEnd() ? List.of() : lines.get(next++);
  }

  /** The next line, unless it is blank. */
  boolean hasRow() {
    return !atEnd() && !lines.get(next).isEmpty();
  }
}
