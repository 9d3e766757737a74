// How ranks exchange the rows at the edges of their bands: a notified put of one row to either neighbour.
//
// The windows of ranks of one GPU overlap: the row above a band is the last row of the band before it. A put between
// them is of a row onto itself; the library copies nothing and only notifies (GPU RMA thesis, 3.2.3).
#pragma once

#include "gpurma/cases.h"
#include "stencils.cuh"

constexpr int nobody = -1;

/// Ranks whose bands lie above and below, or nobody at the edges of the grid. Bands go on from one GPU to the next.
struct neighbours {
    int above, below;

    __device__ int count() const { return (above != nobody) + (below != nobody); }
};

__device__ inline neighbours neighbours_of(gpurma_state &gst, const layout &where) {
    int rank, size, device_rank, device_size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    const bool first = device_rank % where.bands == 0, last = device_rank % where.bands == where.bands - 1;
    const int above = first ? rank + where.bands - 1 - device_size : rank - 1;
    const int below = last ? rank - (where.bands - 1) + device_size : rank + 1;
    return {above < 0 ? nobody : above, below >= size ? nobody : below};
}

/// The windows of one set, a field each; flj is never exchanged.
struct halo {
    gpurma_win window[field_count];
    neighbours next;
    int rows;
    int row_bytes;    // that are sent
    int pitch_bytes;  // from one row to the next

    __device__ void send(gpurma_state &gst, const band &own, int field, int step) const {
        if (next.above != nobody) put(gst, next.above, field, rows, own.row(field, 0), step);
        if (next.below != nobody) put(gst, next.below, field, -1, own.row(field, rows - 1), step);
    }

    __device__ void wait(gpurma_state &gst, int field, int step) const {
        gpurma_wait_notifications(gst, window[field], GPURMA_ANY_SOURCE, step, next.count());
    }

    __device__ void put(gpurma_state &gst, int rank, int field, int row, double *cells, int step) const {
        gpurma_put_notify(gst, window[field], rank, (row + 1) * pitch_bytes, row_bytes, cells, step);
    }

    /// As band::swap.
    __device__ void swap() {
        const gpurma_win in = window[in_field];
        window[in_field] = window[out_field];
        window[out_field] = in;
    }
};

__device__ inline halo create_halo(gpurma_state &gst, const layout &where, const band &own) {
    halo made;
    made.next = neighbours_of(gst, where);
    made.rows = own.rows;
    made.row_bytes = own.columns * static_cast<int>(sizeof(double));
    made.pitch_bytes = own.pitch * static_cast<int>(sizeof(double));
    const int bytes = (own.rows + 1) * made.pitch_bytes + made.row_bytes;
    for (int f = 0; f < field_count; f++) {
        made.window[f] = GPURMA_WIN_NONE;
        if (f == flj_field) continue;
        gpurma_win_create(gst, GPURMA_COMM_WORLD, own.row(f, -1), bytes, &made.window[f]);
        GPURMA_ASSERT(gst, made.window[f] != GPURMA_WIN_NONE);
    }
    return made;
}

__device__ inline void free_halo(gpurma_state &gst, const halo &made) {
    for (int f = 0; f < field_count; f++) {
        if (f != flj_field) gpurma_win_free(gst, made.window[f]);
    }
}

/// What a rank has of one set of fields. It lies in shared memory: all threads agree on it, their registers do not hold it
/// twice, and what lies elsewhere is fetched from far away after every wait, as an acquire empties the first-level cache.
struct field_set {
    band cells;
    halo edges;
};

/// A set, and which of its work is to be done: without communication a step waits for nobody, without computation it sends
/// what is there.
struct diffusion {
    gpurma_state &gst;
    field_set &fields;
    shape threads;
    int part;

    __device__ diffusion(gpurma_state &state, field_set &place, const layout &where, int set, int index, const shape &lying)
        : gst(state), fields(place), threads(lying) {
        const band cells = band::of(where, set, index);
        const halo edges = create_halo(gst, where, cells);
        if (threadIdx.x == 0) fields = {cells, edges};
        __syncthreads();
    }

    __device__ bool computes() const { return (part & gpurma::cases::computes) != 0; }
    __device__ bool communicates() const { return (part & gpurma::cases::communicates) != 0; }

    __device__ void send(int field, int step) const {
        if (communicates()) fields.edges.send(gst, fields.cells, field, step);
    }
    __device__ void wait(int field, int step) const {
        if (communicates()) fields.edges.wait(gst, field, step);
    }
    __device__ void lap() const {
        if (computes()) fields.cells.compute_lap(threads);
    }
    __device__ void flx() const {
        if (computes()) fields.cells.compute_flx(threads);
    }
    __device__ void out() const {
        if (computes()) fields.cells.compute_out(threads);
    }
    __device__ void out_of_lap() const {
        if (computes()) fields.cells.compute_out_of_lap(threads, fields.edges.next.above == nobody);
    }
    /// Behind a wait or a stencil, which all threads leave together.
    __device__ void swap() const {
        if (threadIdx.x == 0) {
            fields.cells.swap();
            fields.edges.swap();
        }
        __syncthreads();
    }
};
