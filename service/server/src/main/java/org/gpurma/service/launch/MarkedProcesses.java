package org.gpurma.service.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The processes of a launch, found by a mark in their environment. Children inherit it, so no reparenting, process
 * group or restart of the service hides one.
 */
final class MarkedProcesses {
  private static final String VARIABLE = "GPURMA_LAUNCH";

  private final String launchId;

  MarkedProcesses(String launchId) {
    this.launchId = launchId;
  }

  static String variable() {
    return VARIABLE;
  }

  List<ProcessHandle> find() {
    return ProcessHandle.allProcesses().filter(this::isMarked).toList();
  }

  private boolean isMarked(ProcessHandle process) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
      String text = new String(environment, StandardCharsets.ISO_8859_1);
      return Stream.of(text.split("\0")).anyMatch((VARIABLE + "=" + launchId)::equals);
    } catch (IOException _) {
      // Gone by now, or someone else's.
      return false;
    }
  }

  void terminate() {
    find().forEach(ProcessHandle::destroy);
  }

  /** A killed process is gone a moment later; a second round also finds what was being forked. */
  int kill() {
    List<ProcessHandle> left = find();
    for (int round = 0; round < 20 && !left.isEmpty(); round++) {
      left.forEach(ProcessHandle::destroyForcibly);
      left.forEach(MarkedProcesses::awaitEnd);
      left = find();
    }
    return left.size();
  }

  private static void awaitEnd(ProcessHandle process) {
    try {
      process.onExit().get(200, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException _) {
      // The next round looks again.
    }
  }
}
