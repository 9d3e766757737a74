package org.gpurma.client.cli;

import java.io.Console;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** The part of the command {@code gpurma} that talks to a job service. */
@Command(
    name = "gpurma",
    description = "Runs GPU RMA jobs on a job service.",
    synopsisSubcommandLabel = "COMMAND",
    scope = CommandLine.ScopeType.INHERIT,
    subcommands = {
      SubmitCommand.class,
      PlanCommand.class,
      JobsCommand.class,
      StatusCommand.class,
      LogsCommand.class,
      EventsCommand.class,
      CountersCommand.class,
      OutputsCommand.class,
      InputsCommand.class,
      WaitCommand.class,
      JobCommands.Cancel.class,
      JobCommands.Hold.class,
      JobCommands.Release.class,
      JobCommands.Retry.class,
      NodeCommands.Nodes.class,
      TopologyCommand.class,
      CapabilitiesCommand.class,
      SchemaCommand.class,
      NodeCommands.Drain.class,
      NodeCommands.Resume.class,
      CalibrationCommand.class,
      KeysCommand.class,
      BenchCommand.class,
      CasesCommand.class,
      CompletionCommand.class
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:done; of a job that was followed or waited for: it succeeded",
      "1:the job that was followed or waited for failed or was cancelled",
      "2:wrong usage, no such job, or a key that does not allow it",
      "3:the job spec is refused; every offending field is named",
      "4:the service is not reachable",
      "5:the job is not in a state for this"
    })
public final class Main {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = CommandLine.ScopeType.INHERIT,
      description = "Show this help.")
  boolean help;

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(run(writerTo(System.out), writerTo(System.err), coloursAreWanted(), arguments));
  }

  /** All commands, as they are declared. */
  static Main command() {
    return new Main();
  }

  static int run(PrintWriter out, PrintWriter err, boolean colours, String... arguments) {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(out)
        .setErr(err)
        .setColorScheme(CommandLine.Help.defaultColorScheme(colours ? Ansi.ON : Ansi.OFF))
        .setExecutionExceptionHandler(new Failures())
        .execute(arguments);
  }

  /** In the terminal's own encoding. */
  private static PrintWriter writerTo(PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
  }

  /** On a terminal, unless the user says no (no-color.org). */
  private static boolean coloursAreWanted() {
    // Some versions of the JDK give no console without a terminal, others one that says so.
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false)
        && System.getenv("NO_COLOR") == null
        && !"dumb".equals(System.getenv("TERM"));
  }
}
