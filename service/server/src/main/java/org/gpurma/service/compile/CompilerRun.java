package org.gpurma.service.compile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.gpurma.service.isolation.JobUser;

/** One run of a compiler, bounded in time and output. */
record CompilerRun(End end, List<String> diagnostics) {
  private static final int MAX_DIAGNOSTICS = 256 << 10;
  private static final int SHOWN_LINES = 50;

  enum End {
    SUCCEEDED,
    FAILED,
    TIMED_OUT,
    CANCELLED
  }

  static CompilerRun of(
      CompileCommand command,
      JobUser user,
      Path folder,
      Path output,
      Duration timeout,
      BooleanSupplier cancelled)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(user.compilerCommand(command.words()))
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    user.clean(builder.environment());
    builder.environment().put("LC_ALL", "C");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return new CompilerRun(
          End.FAILED,
          List.of(
              command.words().getFirst()
                  + " cannot be started; install it or set gpurma.compile.*: "
                  + e.getMessage()));
    }
    End end = await(process, timeout, cancelled);
    return new CompilerRun(end, read(output));
  }

  /** What comes of a compiler that succeeded. */
  @FunctionalInterface
  interface Success {
    CompileResult result() throws IOException;
  }

  CompileResult result(Duration timeout, Success success) throws IOException {
    return switch (end) {
      case SUCCEEDED -> success.result();
      case CANCELLED -> new CompileResult.Abandoned(diagnostics);
      case TIMED_OUT ->
          new CompileResult.Rejected(
              "the compiler did not end within " + timeout.toSeconds() + " s", diagnostics);
      case FAILED -> new CompileResult.Rejected(explanation(), diagnostics);
    };
  }

  private String explanation() {
    return diagnostics.stream().limit(SHOWN_LINES).collect(Collectors.joining("\n"));
  }

  private static End await(Process process, Duration timeout, BooleanSupplier cancelled)
      throws InterruptedException {
    Instant deadline = Instant.now().plus(timeout);
    try {
      while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
        if (cancelled.getAsBoolean()) {
          return End.CANCELLED;
        }
        if (Instant.now().isAfter(deadline)) {
          return End.TIMED_OUT;
        }
      }
      return process.exitValue() == 0 ? End.SUCCEEDED : End.FAILED;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static List<String> read(Path output) throws IOException {
    try (InputStream in = Files.newInputStream(output)) {
      String text = new String(in.readNBytes(MAX_DIAGNOSTICS), StandardCharsets.UTF_8);
      List<String> lines = new ArrayList<>(text.lines().toList());
      if (in.read() >= 0) {
        lines.add("... (the compiler wrote more than " + (MAX_DIAGNOSTICS >> 10) + " KiB)");
      }
      return List.copyOf(lines);
    }
  }

  /** The compiler's own first line about itself; empty where it cannot be asked. */
  static String version(String compiler) {
    try {
      Process process = new ProcessBuilder(compiler, "--version").redirectErrorStream(true).start();
      process.getOutputStream().close();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException _) {
      return "";
    }
  }
}
