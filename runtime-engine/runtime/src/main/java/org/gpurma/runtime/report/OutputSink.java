package org.gpurma.runtime.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;

/**
 * Where output files go: to the service, or, without one or while none answers, into the run
 * folder's out/.
 */
public final class OutputSink {

  private final Path folder;
  private final Optional<ServiceConnection> service;
  private final Duration timeout;
  private boolean serviceLost;

  public OutputSink(Path runFolder, Optional<ServiceConnection> service, Duration timeout) {
    this.folder = runFolder.resolve("out");
    this.service = service;
    this.timeout = timeout;
  }

  /** Writes the first bytes of the array at an offset of the file. */
  public void write(String file, long offset, byte[] bytes, int length) throws IOException {
    if (service.isEmpty() || serviceLost || !upload(service.get(), file, offset, bytes, length)) {
      store(file, offset, bytes, length);
    }
  }

  private boolean upload(
      ServiceConnection connection, String file, long offset, byte[] bytes, int length) {
    long deadline = System.nanoTime() + timeout.toNanos();
    Backoff backoff = new Backoff();
    do {
      try {
        connection.put(file, offset, bytes, length);
        return true;
      } catch (IOException e) {
        System.err.println("gpurma-runtime: output " + file + ": " + e.getMessage());
        serviceLost = e instanceof ServiceConnection.RefusedException || !sleep(backoff);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        serviceLost = true;
      }
    } while (!serviceLost && System.nanoTime() - deadline < 0);
    serviceLost = true;
    return false;
  }

  private static boolean sleep(Backoff backoff) {
    try {
      Thread.sleep(backoff.nextMillis());
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void store(String file, long offset, byte[] bytes, int length) throws IOException {
    Path target = folder.resolve(file);
    Files.createDirectories(target.getParent());
    try (FileChannel channel =
        FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
      while (buffer.hasRemaining()) {
        channel.write(buffer, offset + buffer.position());
      }
    }
  }
}
