package org.gpurma.service.jobspec;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A job's own host program: a Java source, in a file or as it stands here, or a jar.
 *
 * @param source stored as {@link #DEFAULT_FILE}
 * @param files that the program reads; they travel with the job
 * @param outputs that it may write; ${process} in a name makes it a file a process
 * @param heapMiB bound of each process's Java heap
 */
public record HostSpec(
    String file,
    String source,
    String jar,
    @JsonProperty("class") String className,
    List<String> files,
    List<String> outputs,
    int heapMiB) {
  public static final String DEFAULT_FILE = "Host.java";

  /** What stands for the number of the process in the name of an output. */
  static final String PROCESS = "${process}";

  private static final int DEFAULT_HEAP_MIB = 256;

  public HostSpec {
    file = file == null && jar == null ? DEFAULT_FILE : file;
    className = className == null && file != null ? classOf(file) : className;
    files = List.copyOf(Objects.requireNonNullElse(files, List.of()));
    outputs = List.copyOf(Objects.requireNonNullElse(outputs, List.of()));
    heapMiB = heapMiB == 0 ? DEFAULT_HEAP_MIB : heapMiB;
  }

  /** The class that a source file is named after. */
  static String classOf(String file) {
    String name = Path.of(file).getFileName().toString();
    return name.endsWith(".java") ? name.substring(0, name.length() - ".java".length()) : name;
  }

  public boolean isCompiled() {
    return jar == null;
  }

  /** The files that so many processes may leave. */
  public Set<String> outputNames(int processes) {
    Set<String> names = new LinkedHashSet<>();
    for (String name : outputs) {
      int files = name.contains(PROCESS) ? processes : 1;
      for (int process = 0; process < files; process++) {
        names.add(name.replace(PROCESS, Integer.toString(process)));
      }
    }
    return names;
  }
}
