// No rank leaves a barrier before all have entered it, and what was written before is seen after.
#include "gpurma_device.cu.h"

__device__ int device_count = 0;

__device__ void device_barriers_separate(gpurma_state &gst) {
    int size;
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &size);
    for (int round = 1; round <= 100; round++) {
        if (threadIdx.x == 0) atomicAdd(&device_count, 1);
        gpurma_comm_barrier(gst, GPURMA_COMM_DEVICE);
        GPURMA_ASSERT(gst, readNoCache(&device_count) == round * size);
        gpurma_comm_barrier(gst, GPURMA_COMM_DEVICE);
    }
}

/// A rank's put is notified before it enters the barrier, so all of them have at least been sent when it leaves; the
/// token goes round all ranks, one barrier a step.
__device__ void world_barriers_separate(gpurma_state &gst) {
    int rank, size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, nullptr, 0, &window);
    for (int step = 0; step < size; step++) {
        if (rank == step) gpurma_put_notify(gst, window, (step + 1) % size, 0, 0, nullptr, step);
        if (rank == (step + 1) % size) gpurma_wait_notifications(gst, window, step, step, 1);
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        const bool early = gpurma_test_notifications(gst, window, GPURMA_ANY_SOURCE, GPURMA_ANY_TAG, 1);
        GPURMA_ASSERT(gst, !early);
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    }
    gpurma_win_free(gst, window);
}

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    device_barriers_separate(gst);
    world_barriers_separate(gst);
    gpurma_gpu_finish(gst);
}
