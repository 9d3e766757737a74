package org.gpurma.service.web;

import java.util.List;
import java.util.Map;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The nodes, their GPUs and who holds them. */
@RestController
final class ClusterController {
  private final Cluster cluster;
  private final HeldGpus heldGpus;

  ClusterController(Cluster cluster, HeldGpus heldGpus) {
    this.cluster = cluster;
    this.heldGpus = heldGpus;
  }

  record ClusterView(List<NodeView> nodes) {}

  record NodeView(String name, List<Integer> cores, List<GpuView> gpus) {}

  record GpuView(String uuid, String name, GpuKind kind, int ranks, long memoryMiB, JobId heldBy) {}

  @GetMapping("/api/v1/cluster")
  ClusterView cluster() {
    Map<String, AttemptId> held = heldGpus.all();
    return new ClusterView(cluster.known().stream().map(node -> node(node, held)).toList());
  }

  private static NodeView node(Node node, Map<String, AttemptId> held) {
    return new NodeView(
        node.name(), node.cores(), node.gpus().stream().map(gpu -> gpu(gpu, held)).toList());
  }

  private static GpuView gpu(Gpu gpu, Map<String, AttemptId> held) {
    AttemptId holder = held.get(gpu.uuid());
    return new GpuView(
        gpu.uuid(),
        gpu.name(),
        gpu.kind(),
        gpu.ranks(),
        gpu.memoryMiB(),
        holder == null ? null : holder.job());
  }
}
