package org.gpurma.client.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description = {
      "Print a script for bash and zsh that completes commands and options:",
      "  source <(gpurma completion)"
    })
final class CompletionCommand implements Runnable {

  @Spec CommandSpec command;

  @Override
  public void run() {
    var out = command.commandLine().getOut();
    out.println(AutoComplete.bash("gpurma", command.root().commandLine()));
    out.flush();
  }
}
