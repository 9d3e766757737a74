package org.gpurma.service.allocation;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.placement.PlacementRequest;
import org.gpurma.service.placement.PlacementResult;
import org.gpurma.service.placement.Placer;

/** Finds room for a job on the nodes as they are now: all that it asks for, or nothing. */
public final class Allocator {
  private final Cluster cluster;
  private final HeldGpus heldGpus;
  private final DrainedNodes drainedNodes;

  public Allocator(Cluster cluster, HeldGpus heldGpus, DrainedNodes drainedNodes) {
    this.cluster = cluster;
    this.heldGpus = heldGpus;
    this.drainedNodes = drainedNodes;
  }

  public PlacementResult place(JobSpec spec) {
    return Placer.place(schedulable(), heldGpus.held(), request(spec));
  }

  /** On some of these nodes only. */
  public PlacementResult place(JobSpec spec, Collection<String> nodes) {
    List<Node> chosen = schedulable().stream().filter(node -> nodes.contains(node.name())).toList();
    return Placer.place(chosen, heldGpus.held(), request(spec));
  }

  private List<Node> schedulable() {
    Set<String> drained = drainedNodes.all().keySet();
    return cluster.nodes().stream().filter(node -> !drained.contains(node.name())).toList();
  }

  /** Nobody who has real GPUs wants a job to end up on the emulator because they are busy. */
  private PlacementRequest request(JobSpec spec) {
    boolean real =
        cluster.known().stream()
            .flatMap(node -> node.gpus().stream())
            .anyMatch(gpu -> gpu.kind() == GpuKind.CUDA);
    return PlacementRequests.of(spec, real ? GpuKind.CUDA : GpuKind.EMULATED);
  }
}
