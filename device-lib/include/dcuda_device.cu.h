// dCUDA's names for what the device library does: programs written against the device API of the dCUDA thesis
// (Kuster 2017, listings 3.4 and 3.5) compile with this header instead. Its notifications carry a tag of 0 to 255 and
// nothing else: they are the counting ones, see gpurma_put_count. Calling convention and errors are those of the
// functions behind the names.
#pragma once

#include "gpurma_device.cu.h"

typedef gpurma_context_handle dcuda_context_handle;
using dcuda_state = gpurma_state;
using dcuda_comm = gpurma_comm;
using dcuda_win = gpurma_win;
using dcuda_log = gpurma_log;

constexpr dcuda_comm DCUDA_COMM_WORLD = GPURMA_COMM_WORLD;
constexpr dcuda_comm DCUDA_COMM_DEVICE = GPURMA_COMM_DEVICE;
constexpr dcuda_win DCUDA_WIN_NONE = GPURMA_WIN_NONE;

__device__ inline void dcuda_gpu_init(dcuda_context_handle dcuda, dcuda_state &gst) { gpurma_gpu_init(dcuda, gst); }
__device__ inline void dcuda_gpu_finish(dcuda_state &gst) { gpurma_gpu_finish(gst); }

__device__ inline void dcuda_comm_size(dcuda_state &gst, dcuda_comm comm, int *size) { gpurma_comm_size(gst, comm, size); }
__device__ inline void dcuda_comm_rank(dcuda_state &gst, dcuda_comm comm, int *rank) { gpurma_comm_rank(gst, comm, rank); }
__device__ inline void dcuda_get_data(dcuda_state &gst, void **gpu_data) { gpurma_get_data(gst, gpu_data); }

__device__ inline void dcuda_start_cpu_timer(dcuda_state &gst) { gpurma_start_cpu_timer(gst); }
__device__ inline void dcuda_stop_cpu_timer(dcuda_state &gst) { gpurma_stop_cpu_timer(gst); }

__device__ inline dcuda_log dcuda_log_get(dcuda_state &gst) { return gpurma_log_get(gst); }

__device__ inline void dcuda_comm_barrier(dcuda_state &gst, dcuda_comm comm) { gpurma_comm_barrier(gst, comm); }

__device__ inline void dcuda_win_create(dcuda_state &gst, dcuda_comm comm, void *winbase, int size, dcuda_win *win) {
    gpurma_win_create(gst, comm, winbase, size, win);
}
__device__ inline void dcuda_win_free(dcuda_state &gst, dcuda_win win) { gpurma_win_free(gst, win); }

__device__ inline void dcuda_notify(dcuda_state &gst, int rank, dcuda_comm comm, int tag) {
    gpurma_count(gst, comm, rank, tag);
}
__device__ inline void dcuda_put(dcuda_state &gst, dcuda_win win, int rank, int offset, int size, void *buffer) {
    gpurma_put(gst, win, rank, offset, size, buffer);
}
__device__ inline void dcuda_put_notify(dcuda_state &gst, dcuda_win win, int rank, int offset, int size, void *buffer,
                                        int tag) {
    gpurma_put_count(gst, win, rank, offset, size, buffer, tag);
}
__device__ inline void dcuda_win_flush(dcuda_state &gst, dcuda_win win) { gpurma_win_flush(gst, win); }

__device__ inline int dcuda_test_notifications(dcuda_state &gst, int tag, int count) {
    return gpurma_test_count(gst, tag, count) ? 1 : 0;
}
__device__ inline void dcuda_wait_notifications(dcuda_state &gst, int tag, int count) {
    gpurma_wait_count(gst, tag, count);
}
