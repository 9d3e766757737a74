package org.gpurma.service.endtoend;

/** Job specs of the end-to-end tests, their kernels inline. They run on the emulator alone. */
final class Kernels {
  private static final String SPEC =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: end-to-end}
      resources: {gpus: 2, ranksPerGpu: 8}
      walltime: 2m
      program:
        entry: kernel
        threadsPerRank: 32
        source: |
          #include "gpurma_device.cu.h"
          #include <unistd.h>
          __global__ void kernel(gpurma_context_handle gpurma) {
            __shared__ gpurma_state gst;
            gpurma_gpu_init(gpurma, gst);
            int size, rank;
            gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
            gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
            gpurma_log log = gpurma_log_get(gst);
      BODY
            gpurma_gpu_finish(gst);
          }
      """;

  static final String HELLO = of("log << \"I am \" << rank << \" of \" << size << log.flush;");

  static final String ASSERTION =
      of(
          """
          log << "before " << rank << log.flush;
          gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
          GPURMA_ASSERT(gst, rank != 9);
          gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
          """);

  /** Rank 3 waits for a notification that rank 5 does not send; the others wait for rank 3. */
  static final String DEADLOCK =
      of(
          """
          gpurma_win window;
          gpurma_win_create(gst, GPURMA_COMM_WORLD, nullptr, 0, &window);
          if (rank == 5) gpurma_notify(gst, window, 3, 8);
          if (rank == 3) gpurma_wait_notifications(gst, window, 5, 7, 1);
          gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
          """);

  static final String DOES_NOT_COMPILE = of("undeclared = rank;");

  /** Forty lines a rank, one every 100 ms. */
  static final String SLOW =
      of(
          """
          for (int i = 0; i < 40; ++i) {
            log << "line " << i << log.flush;
            __syncthreads();
            if (threadIdx.x == 0) usleep(100000);
            __syncthreads();
          }
          """);

  private Kernels() {}

  private static String of(String body) {
    return SPEC.replace("BODY\n", body.indent(6).indent(4));
  }
}
