package org.gpurma.service.allocation;

import java.util.List;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.placement.ProcessPlacement;

/** GPUs, cores and NICs granted to an attempt, for each of its processes. */
public record Allocation(List<ProcessPlacement> processes) {
  public Allocation {
    processes = List.copyOf(processes);
  }

  public List<Gpu> gpus() {
    return processes.stream().map(ProcessPlacement::gpu).toList();
  }

  /** Of all GPUs. */
  public GpuKind kind() {
    return processes.getFirst().gpu().kind();
  }
}
