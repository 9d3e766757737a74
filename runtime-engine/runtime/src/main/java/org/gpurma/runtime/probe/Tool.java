package org.gpurma.runtime.probe;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A program of the node that knows something, and what it prints. */
record Tool(List<String> command, Predicate<String> isWanted) {

  /** An nvidia-smi that waits for a broken driver must not hold up the report for ever. */
  private static final Duration TIMEOUT = Duration.ofSeconds(25);

  private static final int SHOWN = 400;

  static Tool of(String... command) {
    return new Tool(List.of(command), _ -> true);
  }

  /** The same, of whose lines only some are kept. */
  Tool keeping(Predicate<String> wanted) {
    return new Tool(command, wanted);
  }

  /** {@code output}, or why there is none: {@code absent} or {@code failed}. */
  Map<String, Object> report() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("command", String.join(" ", command));
    // A file, not a pipe: a tool that prints more than a pipe holds must not wait for a reader.
    Path output = temporaryFile();
    try {
      run(output, report);
    } finally {
      delete(output);
    }
    return report;
  }

  private void run(Path output, Map<String, Object> report) {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(output.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      report.put("absent", e.getMessage());
      return;
    }
    try {
      if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        report.put("failed", "no answer within " + TIMEOUT.toSeconds() + " s");
      } else if (process.exitValue() != 0) {
        report.put("failed", "exit code " + process.exitValue() + ": " + beginning(output));
      } else {
        report.put("output", wanted(output));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      report.put("failed", "interrupted");
    }
  }

  private static String beginning(Path output) {
    String text = read(output).strip();
    return text.substring(0, Math.min(SHOWN, text.length()));
  }

  private String wanted(Path output) {
    return read(output).lines().filter(isWanted).collect(Collectors.joining("\n", "", "\n"));
  }

  private static Path temporaryFile() {
    try {
      return Files.createTempFile("gpurma-probe", ".txt");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
