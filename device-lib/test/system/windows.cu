// Managed memory and windows: many of both, of every communicator, freed and made again.
#include "gpurma_device.cu.h"

__device__ void allocations_do_not_overlap(gpurma_state &gst) {
    constexpr int count = 16;
    char *blocks[count];
    for (int i = 0; i < count; i++) {
        blocks[i] = static_cast<char *>(gpurma_mem_alloc(gst, 100 + 37 * i));
        GPURMA_ASSERT(gst, blocks[i] != nullptr);
        GPURMA_ASSERT(gst, reinterpret_cast<size_t>(blocks[i]) % 256 == 0);
        for (int byte = static_cast<int>(threadIdx.x); byte < 100 + 37 * i; byte += static_cast<int>(blockDim.x)) {
            blocks[i][byte] = static_cast<char>(i);
        }
    }
    __syncthreads();
    for (int i = 0; i < count; i++) {
        for (int byte = 0; byte < 100 + 37 * i; byte++) GPURMA_ASSERT(gst, blocks[i][byte] == i);
        gpurma_mem_free(gst, blocks[i]);
    }
}

__device__ void an_exhausted_pool_gives_null(gpurma_state &gst) {
    void *too_much = gpurma_mem_alloc(gst, 1ull << 50);
    GPURMA_ASSERT(gst, too_much == nullptr);
    gpurma_mem_free(gst, nullptr);
}

__device__ void all_slots_can_be_used_and_reused(gpurma_state &gst, gpurma_comm comm) {
    gpurma_win windows[64];
    char *memory = static_cast<char *>(gpurma_mem_alloc(gst, 64));
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 64; i++) {
            gpurma_win_create(gst, comm, memory, i, &windows[i]);
            GPURMA_ASSERT(gst, windows[i] != GPURMA_WIN_NONE);
        }
        gpurma_win one_more;
        gpurma_win_create(gst, comm, memory, 64, &one_more);
        GPURMA_ASSERT(gst, one_more == GPURMA_WIN_NONE);
        for (int i = 63; i >= 0; i--) gpurma_win_free(gst, windows[i]);
    }
    gpurma_mem_free(gst, memory);
}

__device__ void a_window_may_be_empty(gpurma_state &gst) {
    int rank, size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, nullptr, 0, &window);
    gpurma_put_notify(gst, window, (rank + 1) % size, 0, 0, nullptr, 1);
    gpurma_wait_notifications(gst, window, (rank + size - 1) % size, 1, 1);
    gpurma_win_free(gst, window);
}

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    allocations_do_not_overlap(gst);
    an_exhausted_pool_gives_null(gst);
    all_slots_can_be_used_and_reused(gst, GPURMA_COMM_WORLD);
    all_slots_can_be_used_and_reused(gst, GPURMA_COMM_DEVICE);
    a_window_may_be_empty(gst);
    gpurma_gpu_finish(gst);
}
