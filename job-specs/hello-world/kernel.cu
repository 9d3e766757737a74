// Every rank says who it is.
#include "gpurma_device.cu.h"

__global__ void hello_world(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);

    int size, rank;
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);

    // All threads of the rank log together; one line comes out.
    gpurma_log log = gpurma_log_get(gst);
    log << "Hello World! ";
    log << "I am rank " << rank << "/" << size << "." << log.flush;

    gpurma_gpu_finish(gst);
}
