package org.gpurma.client.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.job.JobOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(name = "outputs", description = "List the files that a job wrote, or fetch them.")
final class OutputsCommand implements Callable<Integer> {

  @Mixin ServiceOption service;
  @Mixin JsonOption json;

  @Parameters(index = "0", paramLabel = "JOB", description = "The job's id.")
  String job;

  @Parameters(
      index = "1..*",
      paramLabel = "NAME",
      arity = "0..*",
      description = "Only these; default: all.")
  List<String> names = List.of();

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description = "Fetch them into this folder, and check what came.")
  Path folder;

  @Override
  public Integer call() throws IOException {
    Console console = service.console();
    try (GpuRmaClient client = service.client()) {
      List<JobOutput> wanted = wanted(client.job(job).status().outputs());
      if (folder != null) {
        Files.createDirectories(folder);
        for (JobOutput output : wanted) {
          fetch(client, output);
        }
      }
      if (json.wanted) {
        JsonOption.print(console, wanted);
      } else {
        print(console, client, wanted);
      }
      return ExitCode.SUCCEEDED;
    }
  }

  private List<JobOutput> wanted(List<JobOutput> outputs) {
    for (String name : names) {
      if (outputs.stream().noneMatch(output -> output.name().equals(name))) {
        throw new ParameterException(
            service.command.commandLine(),
            "job "
                + job
                + " has no output "
                + name
                + "; it has "
                + outputs.stream().map(JobOutput::name).toList());
      }
    }
    return outputs.stream()
        .filter(output -> names.isEmpty() || names.contains(output.name()))
        .toList();
  }

  private void fetch(GpuRmaClient client, JobOutput output) throws IOException {
    Path target = folder.resolve(output.name());
    Path part = folder.resolve(output.name() + ".part");
    client.download(job, output.name(), part);
    if (!sha256(part).equals(output.sha256())) {
      Files.delete(part);
      throw new UnwritableFileException(
          target + " did not come as it is: its checksum is another one; fetch it again", null);
    }
    Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String sha256(Path file) throws IOException {
    try (var in = new DigestInputStream(Files.newInputStream(file), digest())) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    }
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void print(Console console, GpuRmaClient client, List<JobOutput> outputs) {
    if (outputs.isEmpty()) {
      console.remark("No outputs.");
      return;
    }
    var table = new Listing("OUTPUT", "SIZE", "SHA-256", folder == null ? "ADDRESS" : "FILE");
    for (JobOutput output : outputs) {
      table.row(
          output.name(),
          Units.bytes(output.bytes()),
          output.sha256(),
          folder == null ? client.output(job, output.name()) : folder.resolve(output.name()));
    }
    table.print(console);
  }
}
