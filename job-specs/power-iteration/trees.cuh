// Broadcast along the columns of the grid of GPUs and reduction along its rows, both by binomial trees. Each rank does
// it for its own slice, with the ranks of the same number on the other GPUs, and waits for nobody else.
#pragma once

#include "gpurma/cases.h"
#include "sparse.cuh"

/// Where a rank stands in the grid of GPUs.
struct place {
    gpu_grid grid;
    int row, column;                  // of its GPU
    int device_rank, device_ranks;

    __device__ int rank_at(int r, int c, int worker) const { return grid.gpu(r, c) * device_ranks + worker; }
    __device__ int same_rank_at(int r, int c) const { return rank_at(r, c, device_rank); }
    __device__ bool leads() const { return device_rank == 0; }
};

__device__ inline place place_of(gpurma_state &gst, const gpu_grid &grid) {
    int rank, device_rank, device_ranks;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_ranks);
    const int gpu = rank / device_ranks;
    return {grid, gpu % grid.rows, gpu / grid.rows, device_rank, device_ranks};
}

__device__ inline int offset_of(int element) { return element * static_cast<int>(sizeof(double)); }

/// Passes own elements on from the GPU of row 0 to all of the column. `vector` is where the window begins; it lies alike
/// on all GPUs. What comes is notified with `tag`.
__device__ inline void broadcast_down(gpurma_state &gst, const place &here, gpurma_win window, double *vector,
                                      slice own, int tag) {
    int step = 1;
    while (step < here.grid.rows) step *= 2;
    for (step /= 2; step >= 1; step /= 2) {
        if (here.row % (2 * step) == 0 && here.row + step < here.grid.rows) {
            gpurma_put_notify(gst, window, here.same_rank_at(here.row + step, here.column), offset_of(own.begin),
                              own.bytes(), vector + own.begin, tag);
        } else if (here.row % (2 * step) == step) {
            gpurma_wait_notifications(gst, window, here.same_rank_at(here.row - step, here.column), tag, 1);
        }
    }
}

/// Sums own elements of x over the row, onto the GPU of column 0. `inbox` is the window, and has a vector a round.
__device__ inline void reduce_row(gpurma_state &gst, const place &here, gpurma_win window, double *inbox, double *x,
                                  int height, slice own, int tag, int part) {
    for (int step = 1, round = 0; step < here.grid.columns; step *= 2, round++) {
        if (here.column % (2 * step) == step) {
            if ((part & gpurma::cases::communicates) == 0) return;
            gpurma_put_notify(gst, window, here.same_rank_at(here.row, here.column - step),
                              offset_of(round * height + own.begin), own.bytes(), x + own.begin, tag);
            return;
        }
        if (here.column % (2 * step) == 0 && here.column + step < here.grid.columns) {
            if ((part & gpurma::cases::communicates) != 0) {
                gpurma_wait_notifications(gst, window, here.same_rank_at(here.row, here.column + step), tag, 1);
            }
            if ((part & gpurma::cases::computes) != 0) add(x, inbox + round * height, own);
        }
    }
}
