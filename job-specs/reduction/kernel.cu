// The sum of an array that lies in pieces on all GPUs: each rank sums its part, then the ranks add up along a binomial
// tree, one notified put an edge. The host program allocated the array and passes its address.
#include "gpurma_device.cu.h"

/// Field by field as in Host.java.
struct userdata {
    double *values;    // one a thread of this GPU
    double *received;  // one a rank of the job, behind the values
    int window_bytes;  // of both
    double result;     // of rank 0
};

/// Leaves the sum of the rank's own values in the first of them.
__device__ void sum_own_values(double *own) {
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < blockDim.x; ++i) own[0] += own[i];
    }
    __syncthreads();
}

__device__ void add(double *own, const double *received) {
    if (threadIdx.x == 0) own[0] += readNoCache(received);
    __syncthreads();
}

/// In round r the ranks that are odd multiples of 2^r put their sum to the rank 2^r below and are done. Every sender has
/// a slot of its own.
__device__ void sum_over_ranks(gpurma_state &gst, gpurma_win window, const userdata &data, double *own) {
    int size, rank;
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    const int slots = static_cast<int>((data.received - data.values) * sizeof(double));
    const int slot = static_cast<int>(sizeof(double));

    for (int step = 1, round = 0; step < size; step *= 2, ++round) {
        if (rank % (2 * step) == step) {
            gpurma_put_notify(gst, window, rank - step, slots + rank * slot, slot, own, round);
            return;
        }
        if (rank + step < size) {
            gpurma_wait_notifications(gst, window, rank + step, round, 1);
            add(own, &data.received[rank + step]);
        }
    }
}

__global__ void reduce(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank, device_rank;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    userdata *data;
    gpurma_get_data(gst, (void **)&data);

    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, data->values, data->window_bytes, &window);
    GPURMA_ASSERT(gst, window != GPURMA_WIN_NONE);

    gpurma_start_cpu_timer(gst);
    double *own = &data->values[device_rank * blockDim.x];
    sum_own_values(own);
    sum_over_ranks(gst, window, *data, own);
    gpurma_stop_cpu_timer(gst);

    if (rank == 0 && threadIdx.x == 0) data->result = own[0];
    gpurma_win_free(gst, window);
    gpurma_gpu_finish(gst);
}
