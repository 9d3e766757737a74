// expect failure: illegal address
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    int *nowhere = reinterpret_cast<int *>(static_cast<size_t>(16) + (rank == 1 ? 0 : 1));
    if (rank == 1 && threadIdx.x == 0) *nowhere = 1;
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    gpurma_gpu_finish(gst);
}
