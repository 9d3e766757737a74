package org.gpurma.service.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.placement.ProcessPlacement;

/** Looks for processes that still hold memory of a node's GPUs, by what nvidia-smi tells. */
record GpuRemains(String node, Set<String> gpus, Tool tool) {
  static final List<String> COMMAND =
      List.of(
          "nvidia-smi",
          "--query-compute-apps=gpu_uuid,pid,used_memory,process_name",
          "--format=csv,noheader");

  /** The driver frees the memory of a process that was killed a moment after it is gone. */
  private static final int ROUNDS = 20;

  private static final Duration BETWEEN = Duration.ofMillis(250);

  /** CUDA's own daemon, which serves every user of a GPU. */
  private static final String MPS = "nvidia-cuda-mps-server";

  /** Runs a command on the node and returns what it prints. */
  @FunctionalInterface
  interface Tool {
    String run(List<String> command) throws IOException, InterruptedException;
  }

  /** Emulated GPUs are memory of processes, and gone with them. */
  static GpuRemains of(String node, List<ProcessPlacement> placements, Tool tool) {
    return new GpuRemains(
        node,
        placements.stream()
            .filter(process -> process.node().equals(node))
            .map(ProcessPlacement::gpu)
            .filter(gpu -> gpu.kind() == GpuKind.CUDA)
            .map(gpu -> gpu.uuid())
            .collect(Collectors.toCollection(TreeSet::new)),
        tool);
  }

  Optional<Remains> find() throws InterruptedException {
    if (gpus.isEmpty()) {
      return Optional.empty();
    }
    try {
      List<String> holders = holders();
      for (int round = 1; round < ROUNDS && !holders.isEmpty(); round++) {
        Thread.sleep(BETWEEN);
        holders = holders();
      }
      return holders.isEmpty()
          ? Optional.empty()
          : Optional.of(new Remains(node, String.join(", ", holders)));
    } catch (IOException e) {
      return Optional.of(Remains.unknown(node, e));
    }
  }

  private List<String> holders() throws IOException, InterruptedException {
    return tool.run(COMMAND)
        .lines()
        .map(line -> line.split(", *", 4))
        .filter(fields -> fields.length == 4 && gpus.contains(fields[0]))
        .filter(fields -> !fields[3].endsWith(MPS))
        .map(fields -> "process %s holds %s of %s".formatted(fields[1], fields[2], fields[0]))
        .toList();
  }
}
