package org.gpurma.service.cluster.topology;

/**
 * A word of a tool's output and where it stands.
 *
 * @param line from 1
 * @param column from 1
 */
record Token(String text, int line, int column) {
  UnreadableTopologyException unreadable(String source, String expected) {
    return new UnreadableTopologyException(source, line, column, expected, text);
  }

  /** The place behind this word. */
  Token end() {
    return new Token("", line, column + text.length());
  }

  boolean matches(String regex) {
    return text.matches(regex);
  }
}
