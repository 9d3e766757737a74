// What the runtime process runs while its class cache is written: every rank allocates, puts, waits and logs.
#include "gpurma_device.cu.h"

struct settings {
    int *field;
    int rows;
};

__global__ void ring(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);

    int size, rank;
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    settings *data;
    gpurma_get_data(gst, reinterpret_cast<void **>(&data));

    int *inbox = static_cast<int *>(gpurma_mem_alloc(gst, 2 * sizeof(int)));
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, inbox, sizeof(int), &window);
    inbox[1] = rank;
    gpurma_put_notify(gst, window, (rank + 1) % size, 0, sizeof(int), inbox + 1, 0);
    gpurma_wait_notifications(gst, window, GPURMA_ANY_SOURCE, 0, 1);

    gpurma_log log = gpurma_log_get(gst);
    log << "from " << readNoCache(inbox) << ", " << data->rows << " rows" << log.flush;
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    gpurma_win_free(gst, window);
    gpurma_mem_free(gst, inbox);
    gpurma_gpu_finish(gst);
}
