package org.gpurma.service.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end, in bounded time. */
public final class Subprocess {
  private static final int SHOWN = 500;

  /** Of what a program prints; the rest is read and forgotten, or it would wait for ever. */
  private static final int MOST_BYTES = 64 << 20;

  private Subprocess() {}

  /**
   * Returns what it prints.
   *
   * @throws IOException where it cannot be run, takes longer, or ends with another code than 0; the
   *     message has the end of what it complained of
   */
  public static String output(List<String> command, Duration timeout)
      throws IOException, InterruptedException {
    return new String(
        run(new ProcessBuilder(command).redirectInput(Path.of("/dev/null").toFile()), timeout),
        StandardCharsets.UTF_8);
  }

  static byte[] run(ProcessBuilder builder, Duration timeout)
      throws IOException, InterruptedException {
    Process process = builder.start();
    try {
      CompletableFuture<byte[]> output = read(process.getInputStream());
      CompletableFuture<byte[]> complaints = read(process.getErrorStream());
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new InterruptedIOException(
            "%s did not end within %d s".formatted(name(builder), timeout.toSeconds()));
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            "%s ended with code %d: %s"
                .formatted(name(builder), process.exitValue(), end(complaints.join())));
      }
      return output.join();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static String name(ProcessBuilder builder) {
    return builder.command().getFirst();
  }

  private static String end(byte[] complaints) {
    String text = new String(complaints, StandardCharsets.UTF_8).strip();
    return text.isEmpty() ? "it said nothing" : text.substring(Math.max(0, text.length() - SHOWN));
  }

  private static CompletableFuture<byte[]> read(InputStream stream) {
    var bytes = new CompletableFuture<byte[]>();
    Thread.ofVirtual()
        .start(
            () -> {
              var collected = new ByteArrayOutputStream();
              try (stream) {
                collected.write(stream.readNBytes(MOST_BYTES));
                stream.transferTo(OutputStream.nullOutputStream());
              } catch (IOException | UncheckedIOException _) {
                // It was killed; what it said so far counts.
              }
              bytes.complete(collected.toByteArray());
            });
    return bytes;
  }
}
