// expect log: int -7 long -8000000000 unsigned 4000000000 double 0.5 bool 1 text (null) char* ok
// expect log: 16 long lines of 1000 characters follow
// Every type the log takes, lines longer than an entry, and more lines than the queue holds.
#include "gpurma_device.cu.h"

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int rank;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_log log = gpurma_log_get(gst);
    if (rank == 0) {
        const char *nothing = nullptr;
        log << "int " << -7 << " long " << -8000000000L << " unsigned " << 4000000000u << " double " << 0.5 << " bool "
            << true << " text " << nothing << " char* " << "ok" << log.flush;
        log << "16 long lines of 1000 characters follow" << log.flush;
        for (int line = 0; line < 16; line++) {
            for (int i = 0; i < 100; i++) log << "0123456789";
            log << log.flush;
        }
        for (int line = 0; line < 498; line++) log << "line " << line << log.flush;
    }
    gpurma_gpu_finish(gst);
}
