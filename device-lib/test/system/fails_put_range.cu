// expect failure: 16 bytes at offset 120
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank, size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    void *memory = gpurma_mem_alloc(gst, 256);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, memory, 128, &window);
    // The last rank's window, which is on another GPU where there are several.
    if (rank == 0) gpurma_put_notify(gst, window, size - 1, 120, 16, memory, 0);
    gpurma_wait_notifications(gst, window, 0, 0, 1);
    gpurma_gpu_finish(gst);
}
