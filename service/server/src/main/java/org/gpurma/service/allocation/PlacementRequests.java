package org.gpurma.service.allocation;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.PlacementSpec;
import org.gpurma.service.placement.Limits;
import org.gpurma.service.placement.PlacementRequest;

/** Puts what a job spec says of its place in the words of the placement. */
public final class PlacementRequests {
  private PlacementRequests() {}

  public static PlacementRequest of(JobSpec spec, GpuKind kind) {
    return new PlacementRequest(
        spec.resources().gpus(),
        gpusPerNode(spec),
        spec.resources().coresPerGpu(),
        kind,
        limits(spec.placement()));
  }

  /** 0: as it comes best. */
  public static int gpusPerNode(JobSpec spec) {
    return switch (spec.placement().policy()) {
      case NEAR -> spec.resources().gpusPerNode();
      case SPREAD -> 1;
    };
  }

  private static Limits limits(PlacementSpec placement) {
    return new Limits(
        switch (placement.binding()) {
          case CORES -> Limits.Binding.CORES;
          case NUMA -> Limits.Binding.NUMA;
          case NONE -> Limits.Binding.NONE;
        },
        new HashSet<>(placement.nodes()),
        new HashSet<>(placement.gpus()),
        Set.copyOf(cpus(placement.cores())),
        placement.processes().stream()
            .map(
                process ->
                    new Limits.NamedProcess(
                        Objects.requireNonNullElse(process.node(), ""),
                        process.gpu(),
                        cpus(process.cores())))
            .toList());
  }

  private static List<Integer> cpus(String list) {
    return list == null ? List.of() : CpuList.parse(list);
  }
}
