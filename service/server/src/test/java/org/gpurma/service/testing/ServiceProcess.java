package org.gpurma.service.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.ServiceApplication;

/** The service in a JVM of its own, so that it can be killed; it comes back on the same data. */
public final class ServiceProcess implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);

  private final Path data;
  private final List<String> options;
  private final int port;
  private Process process;

  /**
   * @param port that of the service; where the options name one, the same
   */
  public ServiceProcess(Path data, Path bundle, int port, List<String> options) {
    this.data = data;
    this.port = port;
    this.options = new ArrayList<>(options);
    if (options.stream().noneMatch(option -> option.startsWith("--server.port="))) {
      this.options.add("--server.port=" + port);
    }
    this.options.add("--gpurma.data-dir=" + data);
    this.options.add("--gpurma.bundle=" + bundle);
    this.options.add("--gpurma.emulated.force=true");
  }

  public static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Returns when it answers. */
  public void start() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(ServiceApplication.class.getName());
    command.addAll(options);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(data.resolveSibling("service.log").toFile()))
            .start();
    Instant deadline = Instant.now().plus(START);
    while (!answers()) {
      if (!process.isAlive() || Instant.now().isAfter(deadline)) {
        throw new IOException("the service does not start: " + data.resolveSibling("service.log"));
      }
      Thread.sleep(50);
    }
  }

  private boolean answers() {
    try {
      return api().get("/api/v1/cluster").statusCode() == 200;
    } catch (UncheckedIOException _) {
      return false;
    }
  }

  /** As the kernel does it to a process that uses too much memory. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  public Api api() {
    return new Api("http://127.0.0.1:" + port);
  }

  @Override
  public void close() throws InterruptedException {
    if (process != null) {
      kill();
    }
  }
}
