package org.gpurma.service.jobspec;

import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** The cluster has as many GPUs as the job asks for. */
final class ResourceRule implements SpecRule {
  private final Supplier<ClusterLimits> limits;

  ResourceRule(Supplier<ClusterLimits> limits) {
    this.limits = limits;
  }

  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    JsonNode gpus = spec.path("resources").path("gpus");
    ClusterLimits cluster = limits.get();
    if (gpus.isNumber() && gpus.asDouble() > cluster.gpus()) {
      findings.add(
          "/resources/gpus",
          "asks for "
              + gpus
              + " GPUs, but this cluster has "
              + cluster.gpus()
              + " ("
              + cluster.gpuKind()
              + "); ask for 1 to "
              + cluster.gpus());
    }
    JsonNode perNode = spec.path("resources").path("gpusPerNode");
    if (gpus.isInt()
        && perNode.isInt()
        && perNode.asInt() > 0
        && gpus.asInt() % perNode.asInt() != 0) {
      findings.add(
          "/resources/gpusPerNode",
          gpus + " GPUs cannot be dealt out " + perNode + " to a node; make gpus a multiple of it");
    }
  }
}
