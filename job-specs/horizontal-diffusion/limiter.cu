// Horizontal diffusion with a flux limiter, timed: the scheme of kernel.cu with the windows of neighbouring ranks
// overlapping, so that on one GPU no row is copied (GPU RMA thesis, 3.2.3 and 4.3).
#include "gpurma/cases.h"
#include "limiter.cuh"

/// Field by field as in Limiter.java.
struct userdata {
    layout where;
    int steps, samples;
};

constexpr int nobody = -1;

/// The window of each field covers the band and a row on either side.
struct halo {
    gpurma_win window[field_count];
    int above, below;
    int row_bytes, rows;

    __device__ void send(gpurma_state &gst, const band &own, int field, int step) const {
        // The row above the band is the one above its window's first own row, and so on.
        if (above != nobody) put(gst, above, field, rows, own.row(field, 0), step);
        if (below != nobody) put(gst, below, field, -1, own.row(field, rows - 1), step);
    }

    __device__ void wait(gpurma_state &gst, int field, int step) const {
        gpurma_wait_notifications(gst, window[field], GPURMA_ANY_SOURCE, step, (above != nobody) + (below != nobody));
    }

   private:
    __device__ void put(gpurma_state &gst, int rank, int field, int row, float *cells, int step) const {
        gpurma_put_notify(gst, window[field], rank, (row + 1) * row_bytes, row_bytes, cells, step);
    }
};

__device__ bool is_exchanged(int field) { return field <= lap_field; }

__device__ halo create_halo(gpurma_state &gst, const band &own, int rank, int ranks) {
    halo made;
    made.above = rank == 0 ? nobody : rank - 1;
    made.below = rank + 1 == ranks ? nobody : rank + 1;
    made.rows = own.rows;
    made.row_bytes = own.pitch * static_cast<int>(sizeof(float));
    for (int f = 0; f < field_count; f++) {
        made.window[f] = GPURMA_WIN_NONE;
        if (!is_exchanged(f)) continue;
        gpurma_win_create(gst, GPURMA_COMM_WORLD, own.row(f, -1), (own.rows + 2) * made.row_bytes, &made.window[f]);
        GPURMA_ASSERT(gst, made.window[f] != GPURMA_WIN_NONE);
    }
    return made;
}

__global__ __launch_bounds__(512) void limiter(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *passed;
    gpurma_get_data(gst, (void **)&passed);
    const userdata job = *passed;
    int rank, ranks, device_rank, device_ranks;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &ranks);
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_ranks);

    const band own(job.where, device_rank, rank == 0, rank + 1 == ranks);
    const halo edges = create_halo(gst, own, rank, ranks);
    const auto run = [&](int steps, int part) {
        const bool computes = (part & gpurma::cases::computes) != 0;
        const bool communicates = (part & gpurma::cases::communicates) != 0;
        for (int s = 0; s < steps; s++) {
            if (communicates) edges.send(gst, own, band::in_of(s), s);
            if (communicates) edges.wait(gst, band::in_of(s), s);
            if (computes) own.compute_lap(s);
            if (communicates) edges.send(gst, own, lap_field, s);
            if (communicates) edges.wait(gst, lap_field, s);
            if (computes) own.compute_out(s);
        }
    };
    const gpurma::cases::effort asked{job.steps, job.samples};
    const gpurma::cases::outcome measured = gpurma::cases::measure(gst, asked, run);
    // The output that is checked is that of steps as they ought to be.
    run(2, gpurma::cases::everything);
    gpurma::cases::report(
        gst, {"horizontal-diffusion", "limiter", {ranks * own.rows, own.j, own.k}}, asked, measured);

    for (int f = 0; f < field_count; f++) {
        if (is_exchanged(f)) gpurma_win_free(gst, edges.window[f]);
    }
    gpurma_gpu_finish(gst);
}
