package org.gpurma.client.cli;

import org.gpurma.client.api.ApiException;
import org.gpurma.client.log.LogLine;
import org.gpurma.client.log.LogListener;

/** Writes log lines with who wrote them: {@code [rank 3] text}. */
final class LogPrinter implements LogListener {

  private final Console console;

  LogPrinter(Console console) {
    this.console = console;
  }

  @Override
  public void line(LogLine line) {
    Style style = line.rank() == null ? Style.FAINT : Style.ofRank(line.rank());
    String author = console.styled(style, "[" + line.author() + "]");
    console.print(author + " " + console.harmless(line.text()));
  }

  @Override
  public void interrupted(ApiException cause) {
    console.remark("The log stream broke: " + cause.getMessage() + ". Trying to take it up ...");
  }

  @Override
  public void resumed() {
    console.remark("The log stream goes on.");
  }
}
