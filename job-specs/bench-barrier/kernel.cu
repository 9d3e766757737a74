// Barriers of the ranks of one GPU and of all ranks.
#include "gpurma/bench.h"

using gpurma::bench::effort;

struct userdata {
    int rounds, repetitions;
};

__device__ void barriers(gpurma_state &gst, const char *operation, gpurma_comm comm, effort asked) {
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    const gpurma::bench::samples times = gpurma::bench::repeat(
        asked, [=, &gst](int) { gpurma_comm_barrier(gst, comm); }, [=](double us) { return us / asked.rounds; });
    int rank, ranks;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, comm, &ranks);
    if (rank != 0) return;
    gpurma::bench::report(gst, {operation, gpurma::bench::path_to(gst, ranks - 1), 0, ranks, "us"}, asked, times);
}

__global__ void bench_barrier(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *job;
    gpurma_get_data(gst, (void **)&job);
    const effort asked{job->rounds, job->repetitions};
    GPURMA_ASSERT(gst, asked.rounds >= 1);
    GPURMA_ASSERT(gst, asked.repetitions >= 1 && asked.repetitions <= gpurma::bench::most_repetitions);

    barriers(gst, "barrier_device", GPURMA_COMM_DEVICE, asked);
    barriers(gst, "barrier_world", GPURMA_COMM_WORLD, asked);
    gpurma_gpu_finish(gst);
}
