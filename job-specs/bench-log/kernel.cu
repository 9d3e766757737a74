// Log entries a second: by one rank, by all of one GPU; as fast as the host takes them, and into empty queues.
#include "gpurma/bench.h"

using gpurma::bench::effort;
using gpurma::bench::samples;

struct userdata {
    int lines, burst, repetitions;
};

struct writer {
    gpurma_state &gst;
    int rank, repetitions;

    /// All ranks of the job together; the first `ranks` of them write lines of one entry each. Timed by rank 0, from a
    /// barrier until it is done, or all are.
    __device__ void measure(const char *operation, int ranks, int lines, double pause) const {
        const double entries = static_cast<double>(lines) * ranks;
        samples rates;
        for (int repetition = -1; repetition < repetitions; repetition++) {
            gpurma::bench::pause_us(pause);
            gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
            const gpurma::bench::stopwatch since{};
            if (rank < ranks) write(lines);
            // The other lanes of its warp wait for the leader: where they spin in the next pause, it may not go on.
            __syncthreads();
            if (ranks > 1) gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
            if (repetition >= 0) rates.add(entries / since.us());
        }
        if (rank != 0) return;
        gpurma::bench::report(gst, {operation, "host", 64, ranks, "M/s"}, effort{lines, repetitions}, rates);
    }

    __device__ void write(int lines) const {
        gpurma_log log = gpurma_log_get(gst);
        for (int i = 0; i < lines; i++) log << "entry " << i << log.flush;
    }
};

__global__ void bench_log(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *job;
    gpurma_get_data(gst, (void **)&job);
    const int lines = job->lines, burst = job->burst;
    GPURMA_ASSERT(gst, lines >= 1 && burst >= 1);
    GPURMA_ASSERT(gst, job->repetitions >= 1 && job->repetitions <= gpurma::bench::most_repetitions);

    int rank, device_size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    const writer w{gst, rank, job->repetitions};
    // The host has emptied the queues by the end of the pause.
    const double pause = 20e3;
    w.measure("log_burst", 1, burst, pause);
    w.measure("log_burst", device_size, burst, pause);
    // One rank alone must outlast what the host's thread sleeps when there is nothing to do.
    w.measure("log_sustained", 1, 20 * lines, 0);
    w.measure("log_sustained", device_size, lines, 0);
    gpurma_gpu_finish(gst);
}
