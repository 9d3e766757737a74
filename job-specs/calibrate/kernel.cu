// What performance models need of the GPUs a job runs on: a notified put by path and size, and how fast all ranks of a
// GPU together copy memory, by how much each of them copies.
#include "gpurma/bench.h"

using gpurma::bench::effort;
using gpurma::bench::samples;

struct userdata {
    int rounds, repetitions;
    int factor, largest;
};

struct calibration {
    gpurma_state &gst;
    gpurma_win window;
    double *inbox, *buffer;
    int rank, ranks, device_ranks;
    userdata job;

    __device__ effort asked() const { return effort{job.rounds, job.repetitions}; }

    /// Between rank 0 and another one.
    __device__ void puts(int partner) const {
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        if (partner == 0 || partner >= ranks || (rank != 0 && rank != partner)) return;
        const int peer = rank == 0 ? partner : 0;
        for (int bytes = 0; bytes <= job.largest; bytes = gpurma::bench::next_size(bytes, job.factor)) {
            const effort made = asked().for_bytes(bytes);
            const samples times = gpurma::bench::ping_pong(
                made, rank == 0,
                [&](int i) { gpurma_put_notify(gst, window, peer, 0, bytes, buffer, i % 128); },
                [&](int i) { gpurma_wait_notifications(gst, window, peer, i % 128, 1); });
            const char *path = gpurma::bench::path_to(gst, peer);
            if (rank == 0) gpurma::bench::report(gst, {"put_notify", path, bytes, 2, "us"}, made, times);
        }
    }

    /// All ranks of all GPUs at once. GB/s that a GPU reads and writes.
    __device__ void copies() const {
        for (int bytes = 4096; bytes <= job.largest; bytes *= job.factor) {
            const effort made = asked().for_bytes(bytes);
            samples rates;
            for (int i = -1; i < made.repetitions; i++) {
                gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
                const gpurma::bench::stopwatch since{};
                for (int round = 0; round < made.rounds; round++) copy(round % 2 == 0, bytes);
                gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
                if (i >= 0) rates.add(2e-3 * bytes * device_ranks * made.rounds / since.us());
            }
            if (rank == 0) gpurma::bench::report(gst, {"memory_copy", "device", bytes, device_ranks, "GB/s"}, made, rates);
        }
    }

    /// To and fro: nothing of it may be left out.
    __device__ void copy(bool there, int bytes) const {
        const double *from = there ? buffer : inbox;
        double *to = there ? inbox : buffer;
        const int cells = bytes / static_cast<int>(sizeof(double)), width = static_cast<int>(blockDim.x);
        int i = static_cast<int>(threadIdx.x);
        // Loads before stores: a thread that waits for each of them measures the latency of memory.
        for (; i + 3 * width < cells; i += 4 * width) {
            const double a = from[i], b = from[i + width], c = from[i + 2 * width], d = from[i + 3 * width];
            to[i] = a;
            to[i + width] = b;
            to[i + 2 * width] = c;
            to[i + 3 * width] = d;
        }
        for (; i < cells; i += width) to[i] = from[i];
        __syncthreads();
    }
};

__global__ void calibrate(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *passed;
    gpurma_get_data(gst, (void **)&passed);
    const userdata job = *passed;
    GPURMA_ASSERT(gst, job.rounds >= 1 && job.factor >= 2 && job.largest >= 4096 && job.largest <= 1 << 24);
    GPURMA_ASSERT(gst, job.repetitions >= 1 && job.repetitions <= gpurma::bench::most_repetitions);

    int rank, ranks, device_ranks;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &ranks);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_ranks);
    double *inbox = static_cast<double *>(gpurma_mem_alloc(gst, job.largest));
    double *buffer = static_cast<double *>(gpurma_mem_alloc(gst, job.largest));
    GPURMA_ASSERT(gst, inbox != nullptr && buffer != nullptr);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, inbox, job.largest, &window);

    const calibration work{gst, window, inbox, buffer, rank, ranks, device_ranks, job};
    work.puts(device_ranks - 1);
    work.puts(device_ranks);
    work.copies();

    gpurma_win_free(gst, window);
    gpurma_gpu_finish(gst);
}
