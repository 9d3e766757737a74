// needs: the runtime's watch over waiting ranks
// with: GPURMA_DEADLOCK_MILLIS=200
// expect failure: deadlock: all
// expect log: 1 notification of window 0 of WORLD from rank 0 with tag 7 (has 0; holds 1 unmatched: window 0 of WORLD from rank 0 with tag 8)
// expect log: for the WORLD barrier
// The last rank waits for a tag that nobody sends, all others for the last rank.
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank, size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, nullptr, 0, &window);
    if (rank == 0) gpurma_notify(gst, window, size - 1, 8);
    if (rank == size - 1) gpurma_wait_notifications(gst, window, 0, 7, 1);
    gpurma_gpu_finish(gst);
}
