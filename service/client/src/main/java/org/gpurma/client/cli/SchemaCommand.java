package org.gpurma.client.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.api.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "schema",
    description = {
      "Print the JSON Schema of job specs, for editors. One that speaks YAML's language server",
      "checks and completes a job.yaml that begins with:",
      "  # yaml-language-server: $$schema=job-spec.schema.json"
    })
final class SchemaCommand implements Callable<Integer> {

  @Mixin ServiceOption service;

  @Option(names = "--to", paramLabel = "FILE", description = "Write it into this file.")
  Path file;

  @Override
  public Integer call() {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      String schema =
          Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(client.jobSpecSchema());
      if (file == null) {
        console.print(schema);
      } else {
        WrittenFile.write(file, schema + "\n");
      }
      return ExitCode.SUCCEEDED;
    }
  }
}
