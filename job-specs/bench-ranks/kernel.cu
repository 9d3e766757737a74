// Puts by 1, 2, 4, ... ranks of the first GPU at once: how bandwidth and rate grow with the ranks.
#include "gpurma/bench.h"

using gpurma::bench::effort;
using gpurma::bench::samples;

struct userdata {
    int rounds, repetitions;
    int small, large;
};

struct member {
    gpurma_state &gst;
    gpurma_win window;
    char *buffer;
    int rank, device_size;

    /// Whom rank r of the first GPU puts to: its neighbour there, or its counterpart on the next GPU.
    __device__ int target_of(int r, bool next_gpu) const { return next_gpu ? r + device_size : (r + 1) % device_size; }

    /// The rank that puts to this one; -1 where there is none.
    __device__ int source(int ranks, bool next_gpu) const {
        const int r = next_gpu ? rank - device_size : (rank + device_size - 1) % device_size;
        const bool is_target = next_gpu ? rank >= device_size : rank < device_size;
        return is_target && r < ranks ? r : -1;
    }

    __device__ void report(const char *operation, int ranks, bool next_gpu, int bytes, effort asked,
                           const samples &measured, const char *unit) const {
        if (rank != 0) return;
        const char *path = gpurma::bench::path_to(gst, target_of(0, next_gpu));
        gpurma::bench::report(gst, {operation, path, bytes, ranks, unit}, asked, measured);
    }
};

/// All ranks of the job together. From barrier to barrier, seen by rank 0. `amount` is what all of them put.
__device__ samples puts(member m, int ranks, bool next_gpu, int bytes, effort asked, double amount) {
    const int from = m.source(ranks, next_gpu);
    const int to = m.rank < ranks ? m.target_of(m.rank, next_gpu) : -1;
    return gpurma::bench::repeat(
        effort{1, asked.repetitions},
        [=](int) {
            gpurma_comm_barrier(m.gst, GPURMA_COMM_WORLD);
            for (int i = 0; i < asked.rounds && to >= 0; i++) {
                gpurma_put_notify(m.gst, m.window, to, 0, bytes, m.buffer, 0);
            }
            if (from >= 0) gpurma_wait_notifications(m.gst, m.window, from, 0, asked.rounds);
            gpurma_comm_barrier(m.gst, GPURMA_COMM_WORLD);
        },
        [=](double us) { return amount / us; });
}

__device__ void by_ranks(member m, int ranks, bool next_gpu, const userdata &job) {
    const effort asked{job.rounds, job.repetitions};
    const double count = static_cast<double>(asked.rounds) * ranks;
    m.report("put_rate", ranks, next_gpu, job.small, asked, puts(m, ranks, next_gpu, job.small, asked, count), "M/s");
    const effort fewer = asked.for_bytes(job.large);
    const double kilobytes = 1e-3 * job.large * fewer.rounds * ranks;
    m.report("put_bandwidth", ranks, next_gpu, job.large, fewer,
             puts(m, ranks, next_gpu, job.large, fewer, kilobytes), "GB/s");
}

__global__ void bench_ranks(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *data;
    gpurma_get_data(gst, (void **)&data);
    const userdata job = *data;
    GPURMA_ASSERT(gst, job.rounds >= 1);
    GPURMA_ASSERT(gst, job.repetitions >= 1 && job.repetitions <= gpurma::bench::most_repetitions);
    GPURMA_ASSERT(gst, job.small >= 1 && job.small <= job.large && job.large <= 1 << 24);

    int rank, size, device_size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    char *inbox = static_cast<char *>(gpurma_mem_alloc(gst, job.large));
    char *buffer = static_cast<char *>(gpurma_mem_alloc(gst, job.large));
    GPURMA_ASSERT(gst, inbox != nullptr && buffer != nullptr);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, inbox, job.large, &window);

    const member m{gst, window, buffer, rank, device_size};
    for (int next_gpu = 0; next_gpu <= (size > device_size ? 1 : 0); next_gpu++) {
        for (int ranks = 1; ranks < device_size; ranks *= 2) by_ranks(m, ranks, next_gpu == 1, job);
        by_ranks(m, device_size, next_gpu == 1, job);
    }

    gpurma_win_free(gst, window);
    gpurma_gpu_finish(gst);
}
