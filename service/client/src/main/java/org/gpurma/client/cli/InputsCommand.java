package org.gpurma.client.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.JobInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "inputs", description = "List the files that a job came with.")
final class InputsCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  String job;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      List<JobInput> inputs = client.inputs(job);
      if (json.wanted) {
        JsonOption.print(console, inputs);
      } else if (inputs.isEmpty()) {
        console.remark("No files.");
      } else {
        print(console, inputs);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private static void print(Console console, List<JobInput> inputs) {
    var table = new Listing("FILE", "SIZE", "SHA-256");
    for (JobInput input : inputs) {
      table.row(input.name(), Units.bytes(input.bytes()), input.sha256());
    }
    table.print(console);
  }
}
