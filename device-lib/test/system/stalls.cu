// needs: the runtime's watch over waiting ranks
// with: GPURMA_STALL_SECONDS=1
// expect log: 1 notification of window 0 of WORLD from rank 0 with tag 7 (ha
// expect log: rank 0 was late
// Rank 0 computes for seconds while all others wait for it: that is reported, and no deadlock.
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank, size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, nullptr, 0, &window);
    if (rank == 0) {
        // One thread: the emulator runs those of a block one after the other.
        if (threadIdx.x == 0) {
            const auto begin = gpurma::detail::device_time_ns();
            while (gpurma::detail::device_time_ns() - begin < 4000000000u) {
            }
        }
        __syncthreads();
        for (int other = 1; other < size; other++) gpurma_notify(gst, window, other, 7);
        gpurma_log log = gpurma_log_get(gst);
        log << "rank 0 was late" << log.flush;
    } else {
        gpurma_wait_notifications(gst, window, 0, 7, 1);
    }
    gpurma_gpu_finish(gst);
}
