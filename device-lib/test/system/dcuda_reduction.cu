// expect log: the sum of all threads' values is right
// The reduction of the dCUDA thesis (Kuster 2017, listing 3.2) under dCUDA's names: a sum over the threads of a rank, then
// a binomial tree over the ranks. The values lie in managed memory, as this job has no userdata.
#include "dcuda_device.cu.h"

struct reduction {
    int size, rank;
    double *value;   ///< of this rank's threads; the first one becomes its sum
    double *inbox;   ///< by round
    dcuda_win window;
};

__device__ void sum_up_threads(const reduction &r) {
    r.value[threadIdx.x] = r.rank * 1000.0 + static_cast<double>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < blockDim.x; i++) r.value[0] += r.value[i];
    }
}

__device__ void sum_up_ranks(dcuda_state &gst, const reduction &r) {
    for (int step = 1, round = 0; step < r.size; step *= 2, round++) {
        const int range = 2 * step;
        if (r.rank % range == step) {
            dcuda_put_notify(gst, r.window, r.rank - step, round * static_cast<int>(sizeof(double)), sizeof(double),
                             r.value, round % 256);
        }
        if (r.rank % range == 0 && r.rank + step < r.size) {
            dcuda_wait_notifications(gst, round % 256, 1);
            if (threadIdx.x == 0) r.value[0] += readNoCache(r.inbox + round);
        }
    }
}

/// Put and notify apart, and a test in a loop: the sum comes back to everybody.
__device__ void spread(dcuda_state &gst, const reduction &r) {
    constexpr int tag = 255, slot = 31;
    dcuda_comm_barrier(gst, DCUDA_COMM_WORLD);
    if (r.rank == 0) {
        for (int target = 0; target < r.size; target++) {
            dcuda_put(gst, r.window, target, slot * static_cast<int>(sizeof(double)), sizeof(double), r.value);
            dcuda_notify(gst, target, DCUDA_COMM_WORLD, tag);
        }
        dcuda_win_flush(gst, r.window);
    }
    while (dcuda_test_notifications(gst, tag, 1) == 0) {
    }
    const double ranks = r.size;
    const double threads = blockDim.x;
    const double expected = threads * 1000.0 * ranks * (ranks - 1) / 2 + ranks * threads * (threads - 1) / 2;
    GPURMA_ASSERT(gst, readNoCache(r.inbox + slot) == expected);
}

__global__ void test(dcuda_context_handle dcuda) {
    __shared__ dcuda_state gst;
    dcuda_gpu_init(dcuda, gst);
    dcuda_log log = dcuda_log_get(gst);
    reduction r;
    int local_size, local_rank;
    dcuda_comm_size(gst, DCUDA_COMM_WORLD, &r.size);
    dcuda_comm_rank(gst, DCUDA_COMM_WORLD, &r.rank);
    dcuda_comm_size(gst, DCUDA_COMM_DEVICE, &local_size);
    dcuda_comm_rank(gst, DCUDA_COMM_DEVICE, &local_rank);
    GPURMA_ASSERT(gst, local_size == static_cast<int>(gridDim.x) && local_rank == static_cast<int>(blockIdx.x));
    void *data;
    dcuda_get_data(gst, &data);
    GPURMA_ASSERT(gst, data == nullptr);

    r.value = static_cast<double *>(gpurma_mem_alloc(gst, (blockDim.x + 32) * sizeof(double)));
    r.inbox = r.value + blockDim.x;
    dcuda_win_create(gst, DCUDA_COMM_WORLD, r.inbox, 32 * static_cast<int>(sizeof(double)), &r.window);
    dcuda_start_cpu_timer(gst);
    sum_up_threads(r);
    sum_up_ranks(gst, r);
    dcuda_stop_cpu_timer(gst);
    spread(gst, r);
    if (r.rank == 0) log << "the sum of all threads' values is right" << log.flush;
    dcuda_win_free(gst, r.window);
    gpurma_mem_free(gst, r.value);
    dcuda_gpu_finish(gst);
}
