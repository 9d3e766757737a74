package org.gpurma.service.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpurma.service.allocation.DrainedNodes;
import org.gpurma.service.allocation.PlacementRequests;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.ClusterNode;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.placement.Held;
import org.gpurma.service.placement.PlacementResult;
import org.gpurma.service.placement.Placer;
import org.gpurma.service.scheduling.Inventory;

/** The cluster as the scheduler counts it. */
public final class SchedulableCluster {
  private final Cluster cluster;
  private final DrainedNodes drained;

  public SchedulableCluster(Cluster cluster, DrainedNodes drained) {
    this.cluster = cluster;
    this.drained = drained;
  }

  /** Nobody who has real GPUs wants a job to end up on the emulator because they are busy. */
  public GpuKind kind() {
    boolean real =
        cluster.known().stream()
            .flatMap(node -> node.gpus().stream())
            .anyMatch(gpu -> gpu.kind() == GpuKind.CUDA);
    return real ? GpuKind.CUDA : GpuKind.EMULATED;
  }

  /** Every node that ever answered. */
  List<Node> known() {
    return cluster.known();
  }

  /** As if every node that ever answered were there, and nobody held anything. */
  PlacementResult placeOnEmpty(JobSpec spec) {
    return Placer.place(known(), Held.NOTHING, PlacementRequests.of(spec, kind()));
  }

  /** As things are now. */
  public Inventory inventory() {
    Set<String> names = drained.all().keySet();
    return inventory(node -> node.condition().ready() && !names.contains(node.name()));
  }

  /** As if every node that ever answered were there. */
  public Inventory whole() {
    return inventory(_ -> true);
  }

  private interface Usable {
    boolean is(ClusterNode node);
  }

  private Inventory inventory(Usable usable) {
    GpuKind kind = kind();
    List<Inventory.Node> nodes = new ArrayList<>();
    for (ClusterNode node : cluster.inventory()) {
      node.node().ifPresent(known -> nodes.add(node(known, usable.is(node), kind)));
    }
    return Inventory.of(nodes);
  }

  /** A node of different GPUs serves jobs that name no model, and the least memory counts. */
  private static Inventory.Node node(Node node, boolean usable, GpuKind kind) {
    List<Gpu> gpus = node.gpus();
    long models = gpus.stream().map(Gpu::name).distinct().count();
    long unusable = gpus.stream().filter(gpu -> !gpu.usable() || gpu.kind() != kind).count();
    return new Inventory.Node(
        node.name(),
        models == 1 ? gpus.getFirst().name() : "",
        gpus.stream().mapToLong(Gpu::memoryMiB).min().orElse(0),
        gpus.size(),
        usable ? Math.toIntExact(unusable) : gpus.size());
  }
}
