// needs: the runtime's watch over waiting ranks
// with: GPURMA_DEADLOCK_MILLIS=200
// expect failure: for the DEVICE barrier
// One rank calls two DEVICE barriers more than the others of its GPU. Whether these finish or wait depends on who comes last.
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    if (rank == 1) {
        gpurma_comm_barrier(gst, GPURMA_COMM_DEVICE);
        gpurma_comm_barrier(gst, GPURMA_COMM_DEVICE);
    }
    gpurma_gpu_finish(gst);
}
