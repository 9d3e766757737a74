package org.gpurma.runtime.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Linux tells of the node in /proc and /sys.
 *
 * @param root "/", or a copy of it in a test
 */
record LinuxFacts(Path root) {

  private static final String ALLOWED = "Cpus_allowed_list:";

  String host() {
    return text(root.resolve("proc/sys/kernel/hostname")).orElse("unknown");
  }

  /** The CPUs this process may use; a container or a batch system may have narrowed them. */
  String cpus() {
    return text(root.resolve("proc/self/status"))
        .flatMap(
            status ->
                status
                    .lines()
                    .filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).strip())
                    .findFirst())
        .orElse("");
  }

  List<Map<String, Object>> numaNodes() {
    List<Map<String, Object>> nodes = new ArrayList<>();
    for (Path node : entries("sys/devices/system/node", "node\\d+")) {
      int index = Integer.parseInt(node.getFileName().toString().substring("node".length()));
      text(node.resolve("cpulist"))
          .ifPresent(cpus -> nodes.add(facts("index", index, "cpus", cpus)));
    }
    return nodes;
  }

  /** The hardware threads of each core. */
  List<String> cores() {
    return entries("sys/devices/system/cpu", "cpu\\d+").stream()
        .flatMap(cpu -> text(cpu.resolve("topology/thread_siblings_list")).stream())
        .distinct()
        .toList();
  }

  /** Devices for remote memory access, and network interfaces with hardware behind them. */
  List<Map<String, Object>> nics() {
    List<Map<String, Object>> nics = new ArrayList<>();
    for (Path device : entries("sys/class/infiniband", ".+")) {
      nics.add(nic(device, "rdma", "ports/1/rate"));
    }
    for (Path device : entries("sys/class/net", ".+")) {
      if (Files.exists(device.resolve("device"))) {
        nics.add(nic(device, "net", "speed"));
      }
    }
    return nics;
  }

  private static Map<String, Object> nic(Path device, String kind, String rate) {
    Map<String, Object> nic = facts("name", device.getFileName().toString(), "kind", kind);
    text(device.resolve("ports/1/state")).ifPresent(state -> nic.put("state", state));
    text(device.resolve("operstate")).ifPresent(state -> nic.put("state", state));
    text(device.resolve("ports/1/link_layer")).ifPresent(layer -> nic.put("linkLayer", layer));
    text(device.resolve(rate)).ifPresent(speed -> nic.put("rate", speed));
    text(device.resolve("device/numa_node"))
        .filter(node -> node.matches("\\d+"))
        .ifPresent(node -> nic.put("numaNode", Integer.parseInt(node)));
    try {
      nic.put("busId", device.resolve("device").toRealPath().getFileName().toString());
    } catch (IOException _) {
      // No hardware of its own.
    }
    return nic;
  }

  private static Map<String, Object> facts(
      String first, Object firstValue, String second, Object secondValue) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put(first, firstValue);
    facts.put(second, secondValue);
    return facts;
  }

  /** Shorter names first: cpu2 comes before cpu10. */
  private List<Path> entries(String folder, String name) {
    try (Stream<Path> entries = Files.list(root.resolve(folder))) {
      return entries
          .filter(entry -> entry.getFileName().toString().matches(name))
          .sorted(
              Comparator.comparingInt((Path entry) -> entry.toString().length())
                  .thenComparing(Path::toString))
          .toList();
    } catch (IOException _) {
      return List.of();
    }
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
