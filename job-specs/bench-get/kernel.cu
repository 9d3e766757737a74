// Gets from another rank's window: one GPU and two, while all other ranks wait in a barrier.
#include "gpurma/bench.h"

using gpurma::bench::effort;
using gpurma::bench::samples;

struct userdata {
    int rounds, repetitions;
    int factor, largest;
};

/// The rank that reads.
struct reader {
    gpurma_state &gst;
    gpurma_win window;
    char *buffer;
    int peer;

    __device__ void get(int bytes) const { gpurma_get_notify(gst, window, peer, 0, bytes, buffer, 0); }
    __device__ void flush() const { gpurma_win_flush(gst, window); }

    __device__ void report(const char *operation, int bytes, effort asked, const samples &measured,
                           const char *unit) const {
        gpurma::bench::report(gst, {operation, gpurma::bench::path_to(gst, peer), bytes, 2, unit}, asked, measured);
    }
};

/// From the call until the bytes can be used.
__device__ void latency(reader r, int bytes, effort asked) {
    r.report("get_flush", bytes, asked,
             gpurma::bench::repeat(
                 asked,
                 [=](int) {
                     r.get(bytes);
                     r.flush();
                 },
                 [=](double us) { return us / asked.rounds; }),
             "us");
}

/// Gets one behind the other, one flush for all of them.
__device__ void stream(reader r, int bytes, effort asked) {
    r.report("get_stream", bytes, asked,
             gpurma::bench::repeat(
                 asked,
                 [=](int i) {
                     r.get(bytes);
                     if (i + 1 == asked.rounds) r.flush();
                 },
                 [=](double us) { return 1e-3 * bytes * asked.rounds / us; }),
             "GB/s");
}

/// The rank that is read from takes its notifications; the warm-up has some as well.
__device__ void take_notifications(gpurma_state &gst, gpurma_win window, int source, effort asked) {
    for (int i = 0; i < (asked.repetitions + 1) * asked.rounds; i++) {
        gpurma_wait_notifications(gst, window, source, 0, 1);
    }
}

__global__ void bench_get(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *job;
    gpurma_get_data(gst, (void **)&job);
    const effort most{job->rounds, job->repetitions};
    const int factor = job->factor, largest = job->largest;
    GPURMA_ASSERT(gst, most.rounds >= 1);
    GPURMA_ASSERT(gst, most.repetitions >= 1 && most.repetitions <= gpurma::bench::most_repetitions);
    GPURMA_ASSERT(gst, factor >= 2 && factor <= 64 && largest >= 8 && largest <= 1 << 24);

    int rank, size, device_size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    char *exposed = static_cast<char *>(gpurma_mem_alloc(gst, largest));
    char *buffer = static_cast<char *>(gpurma_mem_alloc(gst, largest));
    GPURMA_ASSERT(gst, exposed != nullptr && buffer != nullptr);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, exposed, largest, &window);

    // Rank 0 from the last rank of its GPU, then from the first rank of the next GPU.
    for (int partner = device_size - 1; partner <= device_size; partner++) {
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        if (partner == 0 || partner >= size || (rank != 0 && rank != partner)) continue;
        const reader read{gst, window, buffer, partner};
        for (int bytes = 4; bytes <= largest; bytes = gpurma::bench::next_size(bytes, factor)) {
            const effort asked = most.for_bytes(bytes);
            if (rank == 0) latency(read, bytes, asked);
            if (rank == partner) take_notifications(gst, window, 0, asked);
            if (rank == 0) stream(read, bytes, asked);
            if (rank == partner) take_notifications(gst, window, 0, asked);
        }
    }

    gpurma_win_free(gst, window);
    gpurma_gpu_finish(gst);
}
