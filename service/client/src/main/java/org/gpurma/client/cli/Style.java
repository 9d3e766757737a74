package org.gpurma.client.cli;

/** How a piece of text looks on a terminal: the SGR parameters of ECMA-48. */
record Style(String parameters) {

  static final Style BOLD = new Style("1");
  static final Style FAINT = new Style("2");
  static final Style GOOD = new Style("1;32");
  static final Style BAD = new Style("1;31");
  static final Style BUSY = new Style("1;36");

  /** Hues of the 256-colour palette that read well on black and on white, far ones side by side. */
  private static final int[] RANK_COLOURS = {
    33, 208, 35, 170, 136, 37, 167, 99, 71, 204, 30, 130, 63, 106, 162, 67
  };

  static Style ofRank(int rank) {
    return new Style("38;5;" + RANK_COLOURS[rank % RANK_COLOURS.length]);
  }

  String apply(String text) {
    return "\u001b[" + parameters + "m" + text + "\u001b[0m";
  }
}
