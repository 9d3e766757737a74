package org.gpurma.service.web;

import java.util.List;
import java.util.Map;
import org.gpurma.service.allocation.DrainedNodes;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.ClusterNode;
import org.gpurma.service.lifecycle.JobScheduler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The nodes, their GPUs and who holds them; nodes are taken out of use here. */
@RestController
final class ClusterController {
  private static final int LONGEST_REASON = 500;

  private final Cluster cluster;
  private final HeldGpus heldGpus;
  private final DrainedNodes drainedNodes;
  private final JobScheduler scheduler;

  ClusterController(
      Cluster cluster, HeldGpus heldGpus, DrainedNodes drainedNodes, JobScheduler scheduler) {
    this.cluster = cluster;
    this.heldGpus = heldGpus;
    this.drainedNodes = drainedNodes;
    this.scheduler = scheduler;
  }

  record DrainRequest(String reason) {}

  @GetMapping("/api/v1/cluster")
  ClusterView cluster() {
    Map<String, HeldGpus.Holding> held = heldGpus.holdings();
    Map<String, DrainedNodes.Drain> drained = drainedNodes.all();
    return new ClusterView(
        cluster.inventory().stream()
            .map(node -> ClusterView.of(node, drained.get(node.name()), held))
            .toList());
  }

  @GetMapping("/api/v1/cluster/nodes/{name}")
  ClusterView.NodeView node(@PathVariable String name) {
    return ClusterView.of(find(name), drainedNodes.all().get(name), heldGpus.holdings());
  }

  @GetMapping("/api/v1/cluster/topology")
  TopologyView topology() {
    Map<String, HeldGpus.Holding> held = heldGpus.holdings();
    return new TopologyView(
        cluster.inventory().stream().map(node -> TopologyView.of(node, held)).toList());
  }

  @GetMapping("/api/v1/cluster/nodes/{name}/topology")
  TopologyView.NodeTopologyView topology(@PathVariable String name) {
    return TopologyView.of(find(name), heldGpus.holdings());
  }

  /** The body may say why. */
  @PostMapping("/api/v1/cluster/nodes/{name}/drain")
  ClusterView.NodeView drain(
      @PathVariable String name, @RequestBody(required = false) DrainRequest request) {
    String node = find(name).name();
    String reason = request == null || request.reason() == null ? "" : request.reason().strip();
    if (reason.length() > LONGEST_REASON) {
      throw ApiException.badRequest("A reason may have " + LONGEST_REASON + " characters");
    }
    drainedNodes.drain(node, reason.isEmpty() ? "by an operator" : reason);
    return node(node);
  }

  @PostMapping("/api/v1/cluster/nodes/{name}/resume")
  ClusterView.NodeView resume(@PathVariable String name) {
    String node = find(name).name();
    drainedNodes.resume(node);
    scheduler.schedule();
    return node(node);
  }

  private ClusterNode find(String name) {
    List<String> names = cluster.inventory().stream().map(ClusterNode::name).toList();
    return cluster
        .find(name)
        .orElseThrow(
            () ->
                ApiException.notFound(
                    "There is no node '"
                        + name
                        + "' (there are: "
                        + String.join(", ", names)
                        + ")"));
  }
}
