package org.gpurma.service.cluster.topology;

/**
 * What a tool printed about a node is not understood. The node is not scheduled on: a guess could
 * put processes far from their GPUs, or two of them on one core.
 */
public final class UnreadableTopologyException extends RuntimeException {
  private final String source;
  private final int line;
  private final int column;
  private final String expected;

  /**
   * @param source what was read, e.g. {@code nvidia-smi topo -m}
   * @param line from 1
   * @param column from 1, in characters
   * @param found what stands there instead
   */
  public UnreadableTopologyException(
      String source, int line, int column, String expected, String found) {
    super(
        "%s, line %d, column %d: expected %s, found %s"
            .formatted(source, line, column, expected, shown(found)));
    this.source = source;
    this.line = line;
    this.column = column;
    this.expected = expected;
  }

  private static String shown(String found) {
    return found.isEmpty()
        ? "nothing"
        : "'" + (found.length() > 60 ? found.substring(0, 60) + "..." : found) + "'";
  }

  public String source() {
    return source;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }

  public String expected() {
    return expected;
  }
}
