package org.gpurma.service.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gpurma.service.runfolder.Folders;

/**
 * A PostgreSQL of the tests' own, from the binaries that are a test dependency. It starts once and
 * ends with the JVM. It refuses to run as root: then it runs as nobody.
 */
public final class PostgresServer {
  private static final String BINARIES = "/postgres-linux-x86_64.txz";
  private static final Duration START = Duration.ofSeconds(30);

  /** Of the account "nobody", everywhere. */
  private static final String NOBODY = "65534";

  private static final class Shared {
    static final PostgresServer SERVER = started();
  }

  private final Path folder;
  private final int port;
  private final Process process;

  private PostgresServer(Path folder, int port) throws IOException, InterruptedException {
    this.folder = folder;
    this.port = port;
    Path data = install();
    this.process = start(data);
  }

  public static PostgresServer shared() {
    return Shared.SERVER;
  }

  private static PostgresServer started() {
    try (var socket = new ServerSocket(0)) {
      int port = socket.getLocalPort();
      socket.close();
      Path folder = Files.createTempDirectory("gpurma-postgres");
      var server = new PostgresServer(folder, port);
      Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
      server.awaitReady();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the folder for data. */
  private Path install() throws IOException, InterruptedException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path packed = folder.resolve("binaries.txz");
    try (InputStream in = PostgresServer.class.getResourceAsStream(BINARIES)) {
      Files.copy(in, packed, StandardCopyOption.REPLACE_EXISTING);
    }
    run(List.of("tar", "-xJf", packed.toString(), "-C", folder.toString()));
    Path data = Files.createDirectory(folder.resolve("data"));
    if (isRoot()) {
      run(List.of("chown", NOBODY + ":" + NOBODY, data.toString()));
    }
    run(
        asSomebody(
            "initdb",
            "--pgdata=" + data,
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync"));
    return data;
  }

  private Process start(Path data) throws IOException {
    List<String> command =
        new ArrayList<>(asSomebody("postgres", "-D", data.toString(), "-p", "" + port));
    Stream.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "fsync=off",
            "shared_buffers=32MB",
            "autovacuum=off")
        .forEach(setting -> command.addAll(List.of("-c", setting)));
    return builder(command).start();
  }

  private List<String> asSomebody(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(
          List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
    }
    command.add(folder.resolve("bin").resolve(program).toString());
    command.addAll(List.of(arguments));
    return command;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private void run(List<String> command) throws IOException, InterruptedException {
    if (builder(command).start().waitFor() != 0) {
      throw new IOException(command + " failed:\n" + Files.readString(log()));
    }
  }

  private ProcessBuilder builder(List<String> command) {
    // Nobody may not be allowed to enter the folder that the tests run in.
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
  }

  private Path log() {
    return folder.resolve("log");
  }

  private void awaitReady() throws IOException, InterruptedException {
    Instant deadline = Instant.now().plus(START);
    while (!isReady()) {
      if (!process.isAlive() || Instant.now().isAfter(deadline)) {
        throw new IOException("PostgreSQL does not start:\n" + Files.readString(log()));
      }
      Thread.sleep(20);
    }
  }

  private boolean isReady() {
    try (var connection = DriverManager.getConnection(url("postgres"))) {
      return connection.isValid(1);
    } catch (SQLException _) {
      return false;
    }
  }

  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres";
  }

  /** A new, empty database; its URL. */
  public String create(String database) {
    try (var connection = DriverManager.getConnection(url("postgres"));
        var statement = connection.createStatement()) {
      statement.execute("create database " + database);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return url(database);
  }

  private void stop() {
    try {
      // SIGINT: at once, whoever is connected, and in good order.
      new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();
      process.waitFor();
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    Folders.delete(folder);
  }
}
