// expect failure: which this rank has freed
// A put that arrives after its window was freed must not write to where the window was.
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank;
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &rank);
    int *memory = static_cast<int *>(gpurma_mem_alloc(gst, 256));
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_DEVICE, memory, 256, &window);
    // The header as a put would write it, for the slot after the last one in use: no call lets a program do this.
    if (rank == 0) {
        gpurma_win freed = window + 1;
        gst.windows_alive[1] |= 1ull << (freed & 63);
        *gpurma::detail::part_of(gst, gpurma::detail::own_arena(gst), static_cast<unsigned>(freed), 1 + gst.near_rank) =
            *gpurma::detail::part_of(gst, gpurma::detail::own_arena(gst), static_cast<unsigned>(window), 1 + gst.near_rank);
        gpurma_put_notify(gst, freed, 1, 0, sizeof(int), memory, 0);
    }
    if (rank == 1) gpurma_wait_notifications(gst, window, 0, 0, 1);
    gpurma_gpu_finish(gst);
}
