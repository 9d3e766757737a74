package org.gpurma.service.launch;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the installed Open MPI says of itself.
 *
 * @param parameters names of the MCA parameters it knows
 * @param transports its btl components
 */
public record OpenMpiFacts(String version, Set<String> parameters, Set<String> transports) {
  private static final Pattern VERSION = Pattern.compile("^ompi:version:full:(.+)$");
  private static final Pattern PARAMETER =
      Pattern.compile("^mca:[^:]+:[^:]+:param:([^:]+):value:.*$");
  private static final Pattern SYNONYM = Pattern.compile("^mca:.*:synonym:name:(.+)$");
  private static final Pattern TRANSPORT = Pattern.compile("^mca:btl:([^:]+):version:.*$");

  public OpenMpiFacts {
    parameters = Set.copyOf(parameters);
    transports = Set.copyOf(transports);
  }

  /** Reads what {@code ompi_info --parsable --all} prints. */
  public static OpenMpiFacts parse(Stream<String> lines) {
    var version = new StringBuilder();
    Set<String> parameters = new HashSet<>();
    Set<String> transports = new HashSet<>();
    lines.forEach(
        line -> {
          first(VERSION, line, text -> version.append(text.strip()));
          first(PARAMETER, line, parameters::add);
          first(SYNONYM, line, parameters::add);
          first(TRANSPORT, line, transports::add);
        });
    if (version.isEmpty()) {
      throw new IllegalArgumentException("this is not the output of ompi_info --parsable --all");
    }
    return new OpenMpiFacts(version.toString(), parameters, transports);
  }

  private static void first(Pattern pattern, String line, Consumer<String> consumer) {
    Matcher matcher = pattern.matcher(line);
    if (matcher.matches()) {
      consumer.accept(matcher.group(1));
    }
  }

  public boolean knows(String parameter) {
    return parameters.contains(parameter);
  }

  /** The shared-memory transport was called vader before Open MPI 5. */
  public String sharedMemoryTransport() {
    return transports.contains("vader") ? "vader" : "sm";
  }
}
