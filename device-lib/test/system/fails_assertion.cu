// expect failure: rank 1: assertion failed: rank != 1
// expect log: rank 1 says goodbye
// expect log: rank 0 waits
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, nullptr, 0, &window);
    gpurma_log log = gpurma_log_get(gst);
    if (rank == 0) log << "rank 0 waits" << log.flush;
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    if (rank == 1) log << "rank 1 says goodbye" << log.flush;
    GPURMA_ASSERT(gst, rank != 1);
    gpurma_wait_notifications(gst, window, 1, 0, 1);
    gpurma_gpu_finish(gst);
}
