package org.gpurma.client.cli;

import org.gpurma.client.api.ApiException;
import org.gpurma.client.api.Json;
import org.gpurma.client.log.LogLine;
import org.gpurma.client.log.LogListener;

/** Writes log lines for programs, each as a line of JSON. */
final class JsonLogPrinter implements LogListener {

  private final Console console;

  JsonLogPrinter(Console console) {
    this.console = console;
  }

  @Override
  public void line(LogLine line) {
    console.print(Json.mapper().writeValueAsString(line));
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
