package org.gpurma.service.isolation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpurma.service.settings.ServiceSettings;

/**
 * Limits of processes, by prlimit's names.
 *
 * @param values none more than what the service itself may have: only root may give more
 */
record ProcessLimits(Map<String, Long> values) {
  private static final Path OWN = Path.of("/proc/self/limits");
  private static final int MEBIBYTE_BITS = 20;

  /**
   * @param memoryMiB of address space; 0: any, as GPUs need
   */
  static ProcessLimits of(long memoryMiB, ServiceSettings.Jobs settings) {
    Map<String, Long> wanted = new LinkedHashMap<>();
    put(wanted, "as", memoryMiB << MEBIBYTE_BITS, "Max address space");
    put(wanted, "fsize", settings.fileMiB() << MEBIBYTE_BITS, "Max file size");
    put(wanted, "nproc", settings.processes(), "Max processes");
    return new ProcessLimits(wanted);
  }

  private static void put(Map<String, Long> limits, String name, long wanted, String ownName) {
    if (wanted > 0) {
      limits.put(name, Math.min(wanted, own(ownName)));
    }
  }

  /** The hard limit of the service. */
  private static long own(String name) {
    try {
      Matcher line =
          Pattern.compile("(?m)^" + name + "\\s+\\S+\\s+(\\d+|unlimited)\\s")
              .matcher(Files.readString(OWN));
      return !line.find() || line.group(1).equals("unlimited")
          ? Long.MAX_VALUE
          : Long.parseLong(line.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> before(List<String> command) {
    if (values.isEmpty()) {
      return command;
    }
    // No dumps of memory: it holds other people's data.
    List<String> words = new ArrayList<>(List.of("prlimit", "--core=0"));
    values.forEach((name, value) -> words.add("--" + name + "=" + value));
    words.add("--");
    words.addAll(command);
    return List.copyOf(words);
  }
}
