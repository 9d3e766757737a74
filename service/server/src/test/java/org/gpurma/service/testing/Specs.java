package org.gpurma.service.testing;

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
}
