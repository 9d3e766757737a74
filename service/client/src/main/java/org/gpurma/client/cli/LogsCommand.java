package org.gpurma.client.cli;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.log.LogProperty;
import org.gpurma.client.log.LogQuery;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
    name = "logs",
    description = "Print a job's log: its ranks, the compiler, the launcher, the service.")
final class LogsCommand implements Callable<Integer> {

  private static final String NUMBERS = "\\d+(-\\d+)?(,\\d+(-\\d+)?)*";

  @Mixin ServiceOption service;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  String job;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "Only the lines of these ranks, as in 0-7,12.")
  String ranks;

  @Option(names = "--process", paramLabel = "P", description = "Of these processes.")
  String processes;

  @Option(names = "--node", paramLabel = "NODE", description = "Of processes there.")
  String nodes;

  @Option(names = "--gpu", paramLabel = "UUID", description = "Of processes there.")
  String gpus;

  @Option(
      names = "--channel",
      paramLabel = "CHANNEL",
      description = "Of rank, compiler, launcher, service.")
  String channels;

  @Option(names = "--level", paramLabel = "LEVEL", description = "Of debug, info, warning, error.")
  String levels;

  @Option(names = "--text", paramLabel = "WORDS", description = "That hold these words.")
  String text;

  @Option(names = "--since", paramLabel = "TIME", description = "Not older than that.")
  String since;

  @Option(names = "--follow", description = "Go on until the job ends.")
  boolean follow;

  @Option(names = "--json", description = "Print a line of JSON for each line of the log.")
  boolean json;

  @Override
  public Integer call() throws InterruptedException {
    if (follow && json) {
      throw new ParameterException(
          service.command.commandLine(),
          "--json prints what is there; for lines to come ask the service for application/x-ndjson");
    }
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      if (follow) {
        return new JobFollower(client, console).follow(job, only());
      }
      client.readLog(
          job,
          new LogQuery(only(), false),
          json ? new JsonLogPrinter(console) : new LogPrinter(console));
      return ExitCode.SUCCEEDED;
    }
  }

  private Map<LogProperty, String> only() {
    Map<LogProperty, String> only = new EnumMap<>(LogProperty.class);
    put(only, LogProperty.RANK, numbers("--rank", ranks));
    put(only, LogProperty.PROCESS, numbers("--process", processes));
    put(only, LogProperty.NODE, nodes);
    put(only, LogProperty.GPU, gpus);
    put(only, LogProperty.CHANNEL, channels);
    put(only, LogProperty.LEVEL, levels);
    put(only, LogProperty.TEXT, text);
    put(only, LogProperty.SINCE, since);
    return only;
  }

  private String numbers(String option, String value) {
    if (value != null && !value.matches(NUMBERS)) {
      throw new ParameterException(
          service.command.commandLine(),
          option + " " + value + ": give numbers from 0 and ranges of them, as in 0-7,12");
    }
    return value;
  }

  private static void put(Map<LogProperty, String> only, LogProperty property, String value) {
    if (value != null) {
      only.put(property, value);
    }
  }
}
