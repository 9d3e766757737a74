// Particles (dCUDA thesis, 5.4): a rank has some segments of the box, and exchanges the outermost of them with its
// neighbours after each half of a step. Windows of ranks of one GPU overlap: a segment is put onto itself, so nothing
// is copied.
#include "gpurma/cases.h"
#include "particles.cuh"

/// Field by field as in Host.java.
struct userdata {
    box where;
    char *kept;  // the segments, for the check
    int checked_steps;
    int steps, samples;
};

constexpr int nobody = -1;

/// Segments of the ranks below and above this one, along y.
struct side {
    int rank;      // or nobody
    int segments;  // of it
};

/// A window of each rank: its segments and one more on either side.
struct exchange {
    gpurma_win window;
    char *base;
    side below, above;

    __device__ void send(gpurma_state &gst, const box &where, span mine, int tag) const {
        const int bytes = where.segment_bytes();
        if (below.rank != nobody) put(gst, where.of(base, mine.begin), below.rank, (below.segments + 1) * bytes, tag);
        if (above.rank != nobody) put(gst, where.of(base, mine.end - 1), above.rank, 0, tag);
    }

    __device__ void put(gpurma_state &gst, segment *own, int rank, int offset, int tag) const {
        gpurma_put_notify(gst, window, rank, offset, own->bytes(), own, tag);
    }

    __device__ void wait(gpurma_state &gst, int tag) const {
        gpurma_wait_notifications(gst, window, GPURMA_ANY_SOURCE, tag, (below.rank != nobody) + (above.rank != nobody));
    }
};

__device__ exchange create_exchange(gpurma_state &gst, const box &where, span mine, char *base) {
    int rank, size, device_rank, device_size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    exchange made;
    made.base = base;
    made.below = {rank > 0 ? rank - 1 : nobody,
                  span_of(where, (device_rank + device_size - 1) % device_size, device_size).count()};
    made.above = {rank + 1 < size ? rank + 1 : nobody,
                  span_of(where, (device_rank + 1) % device_size, device_size).count()};
    gpurma_win_create(gst, GPURMA_COMM_WORLD, where.of(base, mine.begin - 1), (mine.count() + 2) * where.segment_bytes(),
                      &made.window);
    GPURMA_ASSERT(gst, made.window != GPURMA_WIN_NONE);
    return made;
}

struct simulation {
    gpurma_state &gst;
    box where;
    span mine;
    exchange moved, listed;

    __device__ void run(int steps, int part) const {
        const bool computes = (part & gpurma::cases::computes) != 0;
        const bool communicates = (part & gpurma::cases::communicates) != 0;
        for (int s = 0; s < steps; s++) {
            if (computes) move_particles(where, mine);
            if (communicates) moved.send(gst, where, mine, s);
            if (communicates) moved.wait(gst, s);
            if (computes) list_particles(where, mine);
            if (communicates) listed.send(gst, where, mine, s);
            if (communicates) listed.wait(gst, s);
        }
    }

    __device__ void keep(char *kept) const {
        for (int s = mine.begin; s < mine.end; s++) {
            segment *from = where.of(where.listed, s), *to = where.of(kept, s);
            if (threadIdx.x == 0) to->count = from->count;
            for (int i = static_cast<int>(threadIdx.x); i < from->count; i += static_cast<int>(blockDim.x)) {
                to->list()[i] = from->list()[i];
            }
        }
        __syncthreads();
    }
};

__global__ __launch_bounds__(512) void particles(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *passed;
    gpurma_get_data(gst, (void **)&passed);
    const userdata job = *passed;
    int device_rank, device_size;
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    GPURMA_ASSERT(gst, blockDim.x % warp_lanes == 0);
    GPURMA_ASSERT(gst, job.where.segments >= device_size);

    const span mine = span_of(job.where, device_rank, device_size);
    const simulation s{gst, job.where, mine, create_exchange(gst, job.where, mine, job.where.moved),
                       create_exchange(gst, job.where, mine, job.where.listed)};
    s.run(job.checked_steps, gpurma::cases::everything);
    s.keep(job.kept);

    const gpurma::cases::effort asked{job.steps, job.samples};
    const gpurma::cases::outcome measured =
        gpurma::cases::measure(gst, asked, [&](int steps, int part) { s.run(steps, part); });
    gpurma::cases::report(gst, {"particles", "-", {static_cast<int>(job.where.width), job.where.all, 0}}, asked,
                          measured);

    gpurma_win_free(gst, s.listed.window);
    gpurma_win_free(gst, s.moved.window);
    gpurma_gpu_finish(gst);
}
