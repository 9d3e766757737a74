package org.gpurma.client.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.gpurma.client.api.ProblemException;
import org.gpurma.client.submission.Submission;
import org.gpurma.client.submission.SubmissionReader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A job spec on disk, and what is set from outside. */
final class SpecFile {

  private static final int TOO_LARGE = 413;
  private static final int INVALID = 422;
  private static final int UNREADABLE = 400;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Parameters(paramLabel = "FILE", description = "The job spec, YAML or JSON.")
  Path file;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Override a parameter of the spec, or gpus, or ranksPerGpu. Repeatable.")
  Map<String, String> overrides = new LinkedHashMap<>();

  /** What the service makes of it; a refusal is the spec's fault, not the command's. */
  <T> T accepted(Function<Submission, T> request) {
    Submission submission = new SubmissionReader().read(path(), overrides);
    try {
      return request.apply(submission);
    } catch (ProblemException e) {
      throw switch (e.problem().status()) {
        case UNREADABLE, TOO_LARGE, INVALID -> new RefusedSpecException(e);
        default -> e;
      };
    }
  }

  private Path path() {
    Path spec = Files.isDirectory(file) ? file.resolve("job.yaml") : file;
    if (!Files.isRegularFile(spec)) {
      throw new ParameterException(
          command.commandLine(), "There is no file " + spec + "; give a job spec");
    }
    return spec;
  }
}
