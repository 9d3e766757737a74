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

  /** Every wish for userdata, queues, messages and places that the runtime has a part in. */
  static final String WISHES =
      of(
              """
              int *given = nullptr;
              gpurma_get_data(gst, (void **)&given);
              int *inbox = static_cast<int *>(gpurma_mem_alloc(gst, 2 * 6400));
              gpurma_win window;
              gpurma_win_create(gst, GPURMA_COMM_WORLD, inbox, 6400, &window);
              int *mine = inbox + 1600;
              for (int i = threadIdx.x; i < 1600; i += blockDim.x) mine[i] = given[0] + rank + i;
              __syncthreads();
              gpurma_put_notify(gst, window, (rank + 1) % size, 0, 6400, mine, 0);
              gpurma_wait_notifications(gst, window, GPURMA_ANY_SOURCE, 0, 1);
              log << "got " << readNoCache(inbox + 1599) << log.flush;
              gpurma_win_free(gst, window);
              """)
          + """
            memory: {queues: {command: 32, arrivals: 128, unmatched: 64, log: 16}}
            transport: {path: network, eagerBytes: 2048}
            placement: {binding: none, processes: [{gpu: 1}, {gpu: emulated-0}]}
            userdata: {base64: ZAAAAA==}
            """;

  /** Lines of two levels, more than any queue holds, from ranks that do not wait for room. */
  static final String FLOOD =
      of(
              """
              for (int i = 0; i < 5000; i++) {
                if (i % 2 == 1) log << GPURMA_LOG_WARNING;
                log << "line " << i << log.flush;
              }
              """)
          + """
            memory: {queues: {log: 16, logPolicy: drop}}
            """;

  /** Who runs it, and whether it can change what is the service's. */
  static final String WHO_I_AM =
      of("""
              struct rlimit core;
              getrlimit(RLIMIT_CORE, &core);
              const char *log_state = access("log", W_OK) != 0 ? "log not written" : "log WRITTEN";
              const char *spec_state = rename("job.yaml", "other.yaml") != 0 ? "spec not replaced" : "spec REPLACED";
              log << (int)getuid() << " " << (int)getgid() << ", core " << (int)core.rlim_cur << ", service's own: "
                  << log_state << ", " << spec_state << log.flush;
              """)
          .replace("#include <unistd.h>", "#include <sys/resource.h>\n    #include <unistd.h>");

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

  static final String SLOW_ON_FOUR = onFour(SLOW);

  /** Twelve lines a rank, in little more than a second. */
  static final String COUNTING = SLOW.replace("i < 40", "i < 12");

  static final String COUNTING_ON_FOUR = onFour(COUNTING);

  /** Every rank puts its number into the next one's window, across all hosts. */
  static final String RING =
      onFour(
              of(
                  """
              int *inbox = static_cast<int *>(gpurma_mem_alloc(gst, 2 * sizeof(int)));
              gpurma_win window;
              gpurma_win_create(gst, GPURMA_COMM_WORLD, inbox, sizeof(int), &window);
              inbox[1] = rank;
              gpurma_put_notify(gst, window, (rank + 1) % size, 0, sizeof(int), inbox + 1, 0);
              gpurma_wait_notifications(gst, window, GPURMA_ANY_SOURCE, 0, 1);
              log << "rank " << rank << " of " << size << " got " << readNoCache(inbox) << log.flush;
              gpurma_win_free(gst, window);
              """))
          .concat("check: [{logs: {everyRank: 'rank ${rank} of ${ranks} got \\d+'}}]\n");

  private Kernels() {}

  private static String onFour(String spec) {
    return spec.replace("gpus: 2, ranksPerGpu: 8", "gpus: 4, ranksPerGpu: 4");
  }

  private static String of(String body) {
    return SPEC.replace("BODY\n", body.indent(6).indent(4));
  }
}
