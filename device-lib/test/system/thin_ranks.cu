// threads: 1
// A rank of fewer threads than there are GPUs waits for all of them in a barrier: whoever has created a window may put
// into everybody's.
#include "gpurma_device.cu.h"

constexpr int steps = 200;

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank, size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    const int left = (rank + size - 1) % size;
    int *memory = static_cast<int *>(gpurma_mem_alloc(gst, (steps + 1) * sizeof(int)));
    for (int step = 0; step < steps; step++) {
        // Larger than the one before: a put past the end of that would be refused.
        gpurma_win window;
        gpurma_win_create(gst, GPURMA_COMM_WORLD, memory, (step + 1) * sizeof(int), &window);
        if (threadIdx.x == 0) memory[steps] = rank;
        gpurma_put_notify(gst, window, (rank + 1) % size, step * sizeof(int), sizeof(int), memory + steps, step);
        gpurma_wait_notifications(gst, window, left, step, 1);
        GPURMA_ASSERT(gst, readNoCache(memory + step) == left);
        gpurma_win_free(gst, window);
    }
    gpurma_gpu_finish(gst);
}
