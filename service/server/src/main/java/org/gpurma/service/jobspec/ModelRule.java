package org.gpurma.service.jobspec;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Every model has the fields that it needs, and none that mean nothing in it. */
final class ModelRule implements SpecRule {
  private static final List<String> OF_RANKS =
      List.of(
          "/program/entry",
          "/program/threadsPerRank",
          "/resources/ranksPerGpu",
          "/transport",
          "/memory/queues",
          "/buffers",
          "/userdata",
          "/prediction");

  @Override
  public void check(JsonNode spec, JobFolder folder, Findings findings) {
    if (!spec.path("program").isObject()) {
      return;
    }
    if (spec.at("/program/model").asString("").equals(JobSpec.MPI_CUDA)) {
      checkPlainKernels(spec, findings);
    } else if (!spec.path("program").has("entry")) {
      findings.add("/program/entry", "is required");
    }
  }

  private static void checkPlainKernels(JsonNode spec, Findings findings) {
    if (!spec.path("program").has("host")) {
      findings.add(
          "/program/host",
          "is required for the model mpi-cuda: the host program launches the kernels");
    }
    for (String field : OF_RANKS) {
      if (!spec.at(field).isMissingNode()) {
        findings.add(field, "means nothing in the model mpi-cuda, which has no ranks; remove it");
      }
    }
  }
}
