package org.gpurma.service.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Objects;

/**
 * What {@code gpurma-probe} prints.
 *
 * @param cpus those that processes may use, as in {@code 0-3,8}
 * @param cores the hardware threads of each core, as such lists
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record NodeReport(
    int format,
    String host,
    String cpus,
    List<Numa> numaNodes,
    List<String> cores,
    List<Nic> nics,
    int emulatedGpus,
    Tool gpus,
    Tool matrix,
    Tool peers,
    Tool hwloc,
    Tool openMpi) {
  /** The version of the report that this service reads. */
  public static final int FORMAT = 1;

  public NodeReport {
    numaNodes = whole("numaNodes", numaNodes);
    cores = whole("cores", cores);
    nics = whole("nics", nics);
    gpus = Objects.requireNonNullElse(gpus, Tool.NONE);
    matrix = Objects.requireNonNullElse(matrix, Tool.NONE);
    peers = Objects.requireNonNullElse(peers, Tool.NONE);
    hwloc = Objects.requireNonNullElse(hwloc, Tool.NONE);
    openMpi = Objects.requireNonNullElse(openMpi, Tool.NONE);
  }

  private static <T> List<T> whole(String field, List<T> list) {
    if (list == null) {
      return List.of();
    }
    if (list.stream().anyMatch(Objects::isNull)) {
      throw new IllegalArgumentException(field + " has an element that is null; leave it out");
    }
    return List.copyOf(list);
  }

  /**
   * @param index the operating system's number
   * @param cpus as in {@code 0-3,8}; empty for memory without cores
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Numa(Integer index, String cpus) {
    public Numa {
      if (index == null || index < 0) {
        throw new IllegalArgumentException("a NUMA node without an index of 0 or more");
      }
    }
  }

  /**
   * @param kind {@code rdma} or {@code net}
   * @param rate as Linux writes it, e.g. {@code 400 Gb/sec (4X NDR)}, or Mb/s
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Nic(
      String name,
      String kind,
      String state,
      String linkLayer,
      String rate,
      Integer numaNode,
      String busId) {
    public Nic {
      if (name == null || name.isBlank()) {
        throw new IllegalArgumentException("a NIC without a name");
      }
    }
  }

  /** What a tool printed; without output it is absent or failed, and why. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Tool(String command, String output, String absent, String failed) {
    static final Tool NONE = new Tool("", null, "not asked", null);
  }
}
