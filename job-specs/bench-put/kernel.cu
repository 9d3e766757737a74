// Notified puts between two ranks, forth and back, while all other ranks of the job wait in a barrier; then all ranks of
// the first GPU at once; then barriers. One log line a measurement: what, bytes, and microseconds or GB/s.
#include "gpurma_device.cu.h"

constexpr int largest = 1 << 20;

struct userdata {
    int rounds;
};

struct bench {
    gpurma_win window;
    char *buffer;
    int rank, device_size, size;

    __device__ double microseconds_since(unsigned long long start) const {
        return static_cast<double>(gpurma::detail::device_time_ns() - start) / 1e3;
    }
};

__device__ void pass(gpurma_state &gst, const bench &b, int peer, int bytes, int tag) {
    gpurma_put_notify(gst, b.window, peer, 0, bytes, b.buffer, tag);
}

/// One way: half of a round trip between ranks `first` and `second`.
__device__ void ping_pong(gpurma_state &gst, const bench &b, const char *what, int first, int second, int bytes,
                          int rounds) {
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    if (b.rank != first && b.rank != second) return;
    const int peer = b.rank == first ? second : first;
    unsigned long long start = 0;
    for (int round = -rounds / 10; round < rounds; round++) {
        if (round == 0) start = gpurma::detail::device_time_ns();
        const int tag = round & 127;
        if (b.rank == first) pass(gst, b, peer, bytes, tag);
        gpurma_wait_notifications(gst, b.window, peer, tag, 1);
        if (b.rank == second) pass(gst, b, peer, bytes, tag);
    }
    if (b.rank == first) {
        const double time = b.microseconds_since(start) / (2.0 * rounds);
        gpurma_log log = gpurma_log_get(gst);
        log << what << ", " << bytes << " B, one way: " << time << " us" << log.flush;
    }
}

/// Every rank of the first GPU puts to its counterpart on the second.
__device__ void all_at_once(gpurma_state &gst, const bench &b, int bytes, int rounds) {
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    const unsigned long long start = gpurma::detail::device_time_ns();
    if (b.rank < b.device_size) {
        for (int round = 0; round < rounds; round++) pass(gst, b, b.rank + b.device_size, bytes, 0);
    } else if (b.rank < 2 * b.device_size) {
        gpurma_wait_notifications(gst, b.window, b.rank - b.device_size, 0, rounds);
    }
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    if (b.rank == 0) {
        const double bandwidth = 1e-3 * bytes * rounds * b.device_size / b.microseconds_since(start);
        gpurma_log log = gpurma_log_get(gst);
        log << "all ranks to the next GPU, " << bytes << " B each: " << bandwidth << " GB/s" << log.flush;
    }
}

__device__ void barriers(gpurma_state &gst, const bench &b, const char *what, gpurma_comm comm, int rounds) {
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    const unsigned long long start = gpurma::detail::device_time_ns();
    for (int round = 0; round < rounds; round++) gpurma_comm_barrier(gst, comm);
    if (b.rank == 0) {
        const double time = b.microseconds_since(start) / rounds;
        gpurma_log log = gpurma_log_get(gst);
        log << what << " barrier: " << time << " us" << log.flush;
    }
}

__global__ void bench_put(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *job;
    gpurma_get_data(gst, (void **)&job);
    const int rounds = job->rounds;

    bench b;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &b.rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &b.size);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &b.device_size);
    char *inbox = static_cast<char *>(gpurma_mem_alloc(gst, largest));
    b.buffer = static_cast<char *>(gpurma_mem_alloc(gst, largest));
    GPURMA_ASSERT(gst, inbox != nullptr && b.buffer != nullptr);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, inbox, largest, &b.window);

    const bool several_gpus = b.size > b.device_size;
    for (int bytes : {0, 8, 1024, 8192, 65536, largest}) {
        const int some = bytes > 8192 ? rounds / 10 : rounds;
        ping_pong(gst, b, "same GPU", 0, b.device_size - 1, bytes, some);
        if (several_gpus) ping_pong(gst, b, "next GPU", 0, b.device_size, bytes, some);
    }
    if (several_gpus) all_at_once(gst, b, largest, rounds / 50);
    barriers(gst, b, "DEVICE", GPURMA_COMM_DEVICE, rounds);
    barriers(gst, b, "WORLD", GPURMA_COMM_WORLD, rounds);

    gpurma_win_free(gst, b.window);
    gpurma_gpu_finish(gst);
}
