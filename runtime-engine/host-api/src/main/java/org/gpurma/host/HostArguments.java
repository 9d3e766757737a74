package org.gpurma.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * What the job spec gives its host program besides the GPU.
 *
 * @param parameters of the job, {@code --set} applied, as text
 * @param inputFolder the files of the job
 * @param outputFolder where this process leaves what becomes outputs of the job
 * @param outputs the names that it may leave there
 */
public record HostArguments(
    Map<String, String> parameters, Path inputFolder, Path outputFolder, Set<String> outputs) {

  public HostArguments {
    parameters = Map.copyOf(parameters);
    outputs = Set.copyOf(outputs);
  }

  /** The parameter of that name. */
  public String text(String name) {
    String value = parameters.get(name);
    if (value == null) {
      throw new GpuRmaException.NotInJobSpec(
          Names.unknown("parameter", name, parameters.keySet(), "set it under parameters"));
    }
    return value;
  }

  /** The parameter of that name as a whole number. */
  public int integer(String name) {
    try {
      return Integer.parseInt(text(name));
    } catch (NumberFormatException e) {
      throw notA("whole number of 32 bits", name);
    }
  }

  /** The parameter of that name as a number. */
  public double real(String name) {
    try {
      return Double.parseDouble(text(name));
    } catch (NumberFormatException e) {
      throw notA("number", name);
    }
  }

  /** A file of the job's folder, by its path there. */
  public Path input(String name) {
    Path file = inputFolder.resolve(name).normalize();
    if (!file.startsWith(inputFolder.normalize()) || !Files.isRegularFile(file)) {
      throw new GpuRmaException.NotInJobSpec(
          "no file '%s' came with the job; list it under program.host.files of the job spec"
              .formatted(name));
    }
    return file;
  }

  /**
   * Where to write an output of the job; it is sent when the host program has returned. A name of
   * the job spec with {@code ${process}} is a file a process, under the number of the process; any
   * other is one file, which process 0 writes.
   */
  public Path output(String name) {
    if (!outputs.contains(name)) {
      throw new GpuRmaException.NotInJobSpec(
          "this process has no output '%s' (it has: %s); list it under program.host.outputs of the job spec, with ${process} in its name where every process writes one"
              .formatted(name, outputs.isEmpty() ? "none" : String.join(", ", sorted())));
    }
    return outputFolder.resolve(name);
  }

  private Iterable<String> sorted() {
    return outputs.stream().sorted().toList();
  }

  private GpuRmaException notA(String kind, String name) {
    return new GpuRmaException.NotInJobSpec(
        "parameter %s of the job spec is '%s', not a %s".formatted(name, text(name), kind));
  }
}
