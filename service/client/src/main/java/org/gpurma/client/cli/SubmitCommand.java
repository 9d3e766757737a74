package org.gpurma.client.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.api.ProblemException;
import org.gpurma.client.job.Job;
import org.gpurma.client.submission.Submission;
import org.gpurma.client.submission.SubmissionReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
    name = "submit",
    description = "Submit a job spec together with the files of its folder that it names.")
final class SubmitCommand implements Callable<Integer> {

  @Mixin ServiceOption service;

  @Parameters(paramLabel = "FILE", description = "The job spec, YAML or JSON.")
  Path file;

  @Option(names = "--follow", description = "Show the job's log until its end.")
  boolean follow;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Override a parameter of the spec, or gpus, or ranksPerGpu. Repeatable.")
  Map<String, String> overrides = new LinkedHashMap<>();

  @Override
  public Integer call() {
    Submission submission = new SubmissionReader().read(specFile(), overrides);
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      Job job = accepted(client, submission);
      new JobPrinter(console, client).accepted(job);
      return follow
          ? new JobFollower(client, console).follow(job.id(), OptionalInt.empty())
          : ExitCode.SUCCEEDED;
    }
  }

  private static Job accepted(GpuRmaClient client, Submission submission) {
    try {
      return client.submit(submission);
    } catch (ProblemException e) {
      throw e.isTransient() ? e : new RefusedSpecException(e);
    }
  }

  private Path specFile() {
    Path spec = Files.isDirectory(file) ? file.resolve("job.yaml") : file;
    if (!Files.isRegularFile(spec)) {
      throw new ParameterException(
          service.command.commandLine(), "There is no file " + spec + "; give a job spec");
    }
    return spec;
  }
}
