// needs: the runtime's watch over waiting ranks
// with: GPURMA_DEADLOCK_MILLIS=200
// expect failure: collectives do not match: rank
// expect log: for the WORLD barrier of gpurma_win_create
// expect log: for the WORLD barrier
// expect log: 1 notification of window 0 of WORLD from rank 0 with tag 7 (has 0)
// expect log: finished
// Three ranks call one collective of WORLD where all others finish, and go on: to a second window, to a second barrier, to
// wait for a notification of a rank that has finished, after a put that nobody takes.
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank, size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    char *memory = static_cast<char *>(gpurma_mem_alloc(gst, 256));
    gpurma_win window, another;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, memory, 256, &window);
    if (rank == 1) {
        gpurma_win_create(gst, GPURMA_COMM_WORLD, memory, 256, &another);
        gpurma_win_create(gst, GPURMA_COMM_WORLD, memory, 256, &another);
    } else if (rank == 2) {
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    } else if (rank == size - 1) {
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        gpurma_put_notify(gst, window, 0, 0, 8, memory, 7);
        gpurma_wait_notifications(gst, window, 0, 7, 1);
    }
    gpurma_gpu_finish(gst);
}
