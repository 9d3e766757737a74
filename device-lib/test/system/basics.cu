// expect log: natural 18446744073709551615 long long -9223372036854775808 pointer 0x1234 real -1.5e-07 bool 0
// Who a rank is, what the host gave it, its clock, and the rest of what a log line takes.
#include "gpurma_device.cu.h"

__device__ void ranks_know_their_places(gpurma_state &gst) {
    int world_rank, world_size, device_rank, device_size, tid;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &world_rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &world_size);
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    gpurma_tid(gst, &tid);
    GPURMA_ASSERT(gst, tid == static_cast<int>(threadIdx.x));
    GPURMA_ASSERT(gst, device_size == static_cast<int>(gridDim.x) && device_rank == static_cast<int>(blockIdx.x));
    GPURMA_ASSERT(gst, world_size % device_size == 0 && world_rank % device_size == device_rank);
    void *data = &tid;
    gpurma_get_data(gst, &data);
    GPURMA_ASSERT(gst, data == nullptr);
}

/// All that there is, in blocks of a size that fits several times; what was freed can be had again.
__device__ void memory_runs_out_and_comes_back(gpurma_state &gst) {
    constexpr size_t large = 1 << 20;
    int rank;
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &rank);
    gpurma_comm_barrier(gst, GPURMA_COMM_DEVICE);
    if (rank == 0) {
        // A list through the blocks themselves.
        void **last = nullptr;
        int blocks = 0;
        while (void *block = gpurma_mem_alloc(gst, large)) {
            if (threadIdx.x == 0) *static_cast<void **>(block) = last;
            last = static_cast<void **>(block);
            blocks++;
        }
        GPURMA_ASSERT(gst, blocks > 0);
        __syncthreads();
        while (last != nullptr) {
            void *next = *last;
            __syncthreads();
            gpurma_mem_free(gst, last);
            last = static_cast<void **>(next);
        }
        void *again = gpurma_mem_alloc(gst, large);
        GPURMA_ASSERT(gst, again != nullptr);
        gpurma_mem_free(gst, again);
    }
    gpurma_comm_barrier(gst, GPURMA_COMM_DEVICE);
}

__device__ void every_type_can_be_logged(gpurma_state &gst) {
    int rank;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_log log = gpurma_log_get(gst);
    const void *pointer = reinterpret_cast<const void *>(static_cast<size_t>(0x1234));
    if (rank == 0) {
        log << "natural " << 18446744073709551615ull << " long long " << (-9223372036854775807ll - 1) << " pointer " << pointer
            << " real " << -1.5e-7 << " bool " << false << log.flush;
    }
}

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    gpurma_start_cpu_timer(gst);
    ranks_know_their_places(gst);
    memory_runs_out_and_comes_back(gst);
    every_type_can_be_logged(gst);
    gpurma_stop_cpu_timer(gst);
    gpurma_gpu_finish(gst);
}
