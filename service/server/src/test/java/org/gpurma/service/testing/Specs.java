package org.gpurma.service.testing;

import org.gpurma.service.jobspec.ClusterLimits;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.JobSpecs;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Job specs for tests. */
public final class Specs {
  private Specs() {}

  /** One that the emulator's compiler takes with nothing but {@link TestBundle}. */
  public static final String HELLO =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: hello-world}
      program:
        entry: hello
        source: |
          __global__ void hello(gpurma_context_handle context) {}
      resources: {gpus: 2}
      check:
        - logs: {everyRank: 'Hello World! I am rank ${rank}/${ranks}\\.'}
      """;

  /** One that asks for so many GPUs, and for nothing else. */
  public static JobSpec asking(int gpus) {
    return with("resources: {gpus: " + gpus + "}");
  }

  /** One of these lines, which nobody checks. */
  public static JobSpec with(String lines) {
    return new JobSpecs(() -> new ClusterLimits(1, "")).bind(new YAMLMapper().readTree(lines));
  }
}
