package org.gpurma.client.cli;

import java.io.PrintWriter;

/** Where a command writes: results to the output, remarks about them to the error output. */
final class Console {

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean colours;

  Console(PrintWriter out, PrintWriter err, boolean colours) {
    this.out = out;
    this.err = err;
    this.colours = colours;
  }

  synchronized void print(String line) {
    out.println(line);
    out.flush();
  }

  synchronized void remark(String line) {
    err.println(line);
    err.flush();
  }

  String styled(Style style, String text) {
    return colours ? style.apply(text) : text;
  }

  /** Text from a job must not move the cursor or retitle the window of who reads it. */
  String harmless(String text) {
    return colours ? text.replaceAll("[\\p{Cntrl}&&[^\t\n]]", "\uFFFD") : text;
  }
}
