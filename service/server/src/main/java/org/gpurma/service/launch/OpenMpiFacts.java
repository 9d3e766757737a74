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
 * @param pmls its pml components
 * @param accelerators its accelerator components; none before Open MPI 5
 */
public record OpenMpiFacts(
    String version,
    Set<String> parameters,
    Set<String> transports,
    Set<String> pmls,
    Set<String> accelerators) {
  private static final Pattern VERSION = Pattern.compile("^ompi:version:full:(.+)$");
  private static final Pattern PARAMETER =
      Pattern.compile("^mca:[^:]+:[^:]+:param:([^:]+):value:.*$");
  private static final Pattern SYNONYM = Pattern.compile("^mca:.*:synonym:name:(.+)$");
  private static final Pattern COMPONENT =
      Pattern.compile("^mca:(btl|pml|accelerator):([^:]+):version:.*$");

  public OpenMpiFacts {
    parameters = Set.copyOf(parameters);
    transports = Set.copyOf(transports);
    pmls = Set.copyOf(pmls);
    accelerators = Set.copyOf(accelerators);
  }

  /** Reads what {@code ompi_info --parsable --all} prints. */
  public static OpenMpiFacts parse(Stream<String> lines) {
    var version = new StringBuilder();
    Set<String> parameters = new HashSet<>();
    Set<String> transports = new HashSet<>();
    Set<String> pmls = new HashSet<>();
    Set<String> accelerators = new HashSet<>();
    lines.forEach(
        line -> {
          first(VERSION, line, text -> version.append(text.strip()));
          first(PARAMETER, line, parameters::add);
          first(SYNONYM, line, parameters::add);
          Matcher component = COMPONENT.matcher(line);
          if (component.matches()) {
            switch (component.group(1)) {
              case "btl" -> transports.add(component.group(2));
              case "pml" -> pmls.add(component.group(2));
              default -> accelerators.add(component.group(2));
            }
          }
        });
    if (version.isEmpty()) {
      throw new IllegalArgumentException("this is not the output of ompi_info --parsable --all");
    }
    return new OpenMpiFacts(version.toString(), parameters, transports, pmls, accelerators);
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

  /** From version 5 on, PRRTE starts the processes: other options, other parameters. */
  boolean usesPrrte() {
    Matcher major = Pattern.compile("^v?(\\d+)\\..*").matcher(version);
    return major.matches() && Integer.parseInt(major.group(1)) >= 5;
  }
}
