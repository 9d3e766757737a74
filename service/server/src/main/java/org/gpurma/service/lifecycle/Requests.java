package org.gpurma.service.lifecycle;

import java.util.HashMap;
import java.util.Map;
import org.gpurma.service.allocation.PlacementRequests;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.job.ArrayPlace;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.PlacementSpec;
import org.gpurma.service.scheduling.GpuWish;
import org.gpurma.service.scheduling.Request;
import org.gpurma.service.scheduling.Shape;

/** Puts jobs as the scheduler sees them. */
final class Requests {
  private Requests() {}

  static Request of(Job job, JobSpec spec, GpuKind kind) {
    ArrayPlace array = job.array();
    return new Request(
        job.id(),
        job.number(),
        job.project(),
        job.priority(),
        job.createdAt().toEpochMilli(),
        spec.walltimeLimit().toMillis(),
        shape(spec, kind),
        job.notBefore() == null ? 0 : job.notBefore().toEpochMilli(),
        job.held(),
        array == null ? "" : array.id().value(),
        array == null ? 0 : array.maxParallel());
  }

  /** One that is not submitted yet. */
  static Request planned(JobSpec spec, GpuKind kind, long now) {
    return Request.of(
        JobId.of(spec.metadata().name(), 0),
        Long.MAX_VALUE,
        spec.metadata().project(),
        spec.priority(),
        now,
        spec.walltimeLimit().toMillis(),
        shape(spec, kind));
  }

  /** What a job runs on for real it may run on emulated: no wish is in the way of that. */
  static Shape shape(JobSpec spec, GpuKind kind) {
    JobSpec.Resources resources = spec.resources();
    GpuWish wish =
        switch (kind) {
          case CUDA -> new GpuWish(resources.gpu().model(), resources.gpu().memoryMiB());
          case EMULATED -> GpuWish.ANY;
        };
    int perNode = PlacementRequests.gpusPerNode(spec);
    int nodes = perNode == 0 ? 0 : resources.gpus() / perNode;
    return new Shape(
        resources.gpus(), nodes, resources.exclusive(), wish, onlyOn(spec.placement()));
  }

  /**
   * How many GPUs of which node, as far as a job says it without a look at the cluster; which ones
   * they are is seen when it is placed.
   */
  private static Map<String, Integer> onlyOn(PlacementSpec placement) {
    Map<String, Integer> most = new HashMap<>();
    for (PlacementSpec.ProcessSpec process : placement.processes()) {
      if (process.node() == null) {
        return Map.of();
      }
      most.merge(process.node(), 1, Integer::sum);
    }
    int gpus = placement.gpus().isEmpty() ? Integer.MAX_VALUE : placement.gpus().size();
    placement.nodes().forEach(node -> most.put(node, gpus));
    return most;
  }
}
