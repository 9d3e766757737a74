package org.gpurma.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine that this process runs on, as Linux tells it. */
final class Node {

  private static final String ALLOWED_CORES = "Cpus_allowed_list:";

  private Node() {}

  static String name() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException _) {
      return "unknown";
    }
  }

  /** The cores that this process may run on, as in "0-3,8"; empty where the system does not say. */
  static String cores() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith(ALLOWED_CORES))
          .map(line -> line.substring(ALLOWED_CORES.length()).strip())
          .findFirst()
          .orElse("");
    } catch (IOException _) {
      return "";
    }
  }
}
