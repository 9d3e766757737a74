package org.gpurma.client.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.JobPage;
import org.gpurma.client.job.JobQuery;
import org.gpurma.client.job.JobState;
import org.gpurma.client.job.JobSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(name = "jobs", description = "List jobs, the newest first.")
final class JobsCommand implements Callable<Integer> {

  private static final int LARGEST_PAGE = 500;

  @Mixin ServiceOption service;
  @Mixin JsonOption json;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "At most so many; default: 20.")
  int limit;

  @Option(
      names = "--state",
      split = ",",
      paramLabel = "STATE",
      description = "In one of these: ${COMPLETION-CANDIDATES}.",
      completionCandidates = States.class)
  List<JobState> states = List.of();

  @Option(names = "--project", paramLabel = "NAME", description = "Of this project.")
  Optional<String> project;

  @Option(names = "--name", paramLabel = "NAME", description = "Of this name.")
  Optional<String> name;

  @Option(names = "--array", paramLabel = "ID", description = "Of this array.")
  Optional<String> array;

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description = "With this label. Repeatable.")
  Map<String, String> labels = new LinkedHashMap<>();

  /** Those that this version of the client knows. */
  static final class States extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    States() {
      for (JobState state : JobState.values()) {
        if (state != JobState.OTHER) {
          add(state.name());
        }
      }
    }
  }

  @Override
  public Integer call() {
    if (limit < 1) {
      throw new ParameterException(
          service.command.commandLine(), "--limit " + limit + ": give 1 or more");
    }
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      List<JobSummary> jobs = jobs(client);
      if (json.wanted) {
        JsonOption.print(console, jobs);
      } else if (jobs.isEmpty()) {
        console.remark(
            isFiltered()
                ? "No such jobs."
                : "No jobs yet. Submit one: gpurma submit job-specs/hello-world/job.yaml");
      } else {
        JobTable.print(console, jobs);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private List<JobSummary> jobs(GpuRmaClient client) {
    var wanted = new JobQuery(states, project, name, array, labels);
    List<JobSummary> jobs = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      JobPage page = client.jobs(wanted, cursor, Math.min(limit - jobs.size(), LARGEST_PAGE));
      jobs.addAll(page.items());
      cursor = Optional.ofNullable(page.next());
    } while (cursor.isPresent() && jobs.size() < limit);
    return jobs;
  }

  private boolean isFiltered() {
    return !states.isEmpty()
        || project.isPresent()
        || name.isPresent()
        || array.isPresent()
        || !labels.isEmpty();
  }
}
