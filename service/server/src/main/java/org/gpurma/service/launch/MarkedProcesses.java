package org.gpurma.service.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The processes of a launch, found by a mark in their environment. Children inherit it, so no
 * reparenting, process group or restart of the service hides one.
 *
 * <p>A process that is being torn down has no environment any more, yet may hold memory and a GPU
 * for a while; it is still known by its session.
 */
final class MarkedProcesses {
  private static final String VARIABLE = "GPURMA_LAUNCH";

  private final String launchId;
  private final Optional<Long> session;

  /** The session is that of the launcher, where it is known. */
  MarkedProcesses(String launchId, Optional<Long> session) {
    this.launchId = launchId;
    this.session = session;
  }

  static String variable() {
    return VARIABLE;
  }

  List<ProcessHandle> find() {
    return ProcessHandle.allProcesses().filter(this::belongs).toList();
  }

  private boolean belongs(ProcessHandle process) {
    Path folder = Path.of("/proc/" + process.pid());
    try {
      String environment = Files.readString(folder.resolve("environ"), StandardCharsets.ISO_8859_1);
      return environment.isEmpty()
          ? session.isPresent() && isDying(Files.readString(folder.resolve("stat")))
          : Stream.of(environment.split("\0")).anyMatch((VARIABLE + "=" + launchId)::equals);
    } catch (IOException _) {
      // Gone by now, or someone else's.
      return false;
    }
  }

  /** In our session, and not a zombie: that one holds nothing but its number. */
  private boolean isDying(String stat) {
    // pid (name) state parent group session ...; the name may hold anything.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return !fields[0].equals("Z") && Long.parseLong(fields[3]) == session.orElseThrow();
  }

  boolean anyTraced() {
    return find().stream().anyMatch(MarkedProcesses::isTraced);
  }

  private static boolean isTraced(ProcessHandle process) {
    try {
      return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
          .anyMatch(line -> line.matches("TracerPid:\\s+[1-9]\\d*"));
    } catch (IOException _) {
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
