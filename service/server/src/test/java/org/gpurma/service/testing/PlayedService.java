package org.gpurma.service.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/**
 * A service on two emulated GPUs whose jobs are played, for all tests of a JVM that need no
 * settings of their own and ask for their own jobs only: it is started once.
 */
public final class PlayedService {
  /** Started when it is first asked for. */
  private static final class Shared {
    static final PlayedService SERVICE = new PlayedService();
  }

  private final FakeLauncher launcher = new FakeLauncher();
  private final Path folder;
  private final RunningService running;

  private PlayedService() {
    try {
      folder = Files.createTempDirectory("gpurma-played");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    running = new RunningService(data(), TestBundle.in(folder), launcher);
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
  }

  public static PlayedService shared() {
    return Shared.SERVICE;
  }

  private void stop() {
    running.close();
    try {
      FileSystemUtils.deleteRecursively(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public FakeLauncher launcher() {
    return launcher;
  }

  public RunningService running() {
    return running;
  }

  public Api api() {
    return running.api();
  }

  /** Its data folder. */
  public Path data() {
    return folder.resolve("data");
  }
}
