// needs: the runtime's watch over waiting ranks
// with: GPURMA_DEADLOCK_MILLIS=200
// expect failure: deadlock: all
// expect log: for 2 counting notifications with tag 5
// Every rank counts its neighbour up once; who wants two waits for ever.
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank, size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_count(gst, GPURMA_COMM_WORLD, (rank + 1) % size, 5);
    gpurma_wait_count(gst, 5, 2);
    gpurma_gpu_finish(gst);
}
