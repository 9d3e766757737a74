// Notified puts: right bytes at the right place, whatever size, alignment and distance; in order; buffers reusable.
#include "gpurma_device.cu.h"

constexpr int largest = 100000;

__device__ unsigned char pattern(int source, int position, int round) {
    return static_cast<unsigned char>(source * 31 + position * 7 + round * 13 + position / 251);
}

struct neighbours {
    int rank, size, next, previous;
};

__device__ neighbours find_neighbours(gpurma_state &gst, gpurma_comm comm, int distance) {
    neighbours n;
    gpurma_comm_rank(gst, comm, &n.rank);
    gpurma_comm_size(gst, comm, &n.size);
    n.next = (n.rank + distance) % n.size;
    n.previous = (n.rank + n.size - distance % n.size) % n.size;
    return n;
}

__device__ void bytes_arrive(gpurma_state &gst, gpurma_comm comm, int distance) {
    const neighbours n = find_neighbours(gst, comm, distance);
    unsigned char *inbox = static_cast<unsigned char *>(gpurma_mem_alloc(gst, largest + 64));
    unsigned char *outbox = static_cast<unsigned char *>(gpurma_mem_alloc(gst, largest + 64));
    GPURMA_ASSERT(gst, inbox != nullptr && outbox != nullptr);
    gpurma_win window;
    gpurma_win_create(gst, comm, inbox, largest + 64, &window);

    const int sizes[] = {0, 1, 3, 4, 15, 16, 17, 64, 1000, 4096, 16384, 16385, 40000, largest};
    int round = 0;
    for (const int size : sizes) {
        for (int shift : {0, 1, 4}) {
            for (int i = static_cast<int>(threadIdx.x); i < size; i += static_cast<int>(blockDim.x)) {
                outbox[shift + i] = pattern(n.rank, i, round);
            }
            gpurma_put_notify(gst, window, n.next, 2 * shift, size, outbox + shift, round);
            gpurma_wait_notifications(gst, window, n.previous, round, 1);
            for (int i = static_cast<int>(threadIdx.x); i < size; i += static_cast<int>(blockDim.x)) {
                GPURMA_ASSERT(gst, readNoCache(inbox + 2 * shift + i) == pattern(n.previous, i, round));
            }
            // The neighbour may write again only once all of this has been read.
            gpurma_comm_barrier(gst, comm);
            round++;
        }
    }
    gpurma_win_free(gst, window);
    gpurma_mem_free(gst, outbox);
    gpurma_mem_free(gst, inbox);
}

/// The source buffer is rewritten right after every put; the target sees the values of before, in order.
__device__ void buffers_are_reusable_and_puts_in_order(gpurma_state &gst) {
    constexpr int count = 200;
    const neighbours n = find_neighbours(gst, GPURMA_COMM_WORLD, 1);
    int *inbox = static_cast<int *>(gpurma_mem_alloc(gst, count * sizeof(int)));
    int *value = static_cast<int *>(gpurma_mem_alloc(gst, sizeof(int)));
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, inbox, count * sizeof(int), &window);
    for (int i = 0; i < count; i++) {
        if (threadIdx.x == 0) *value = n.rank * 1000 + i;
        gpurma_put_notify(gst, window, n.next, i * static_cast<int>(sizeof(int)), sizeof(int), value, i == count - 1);
    }
    // The last one only: the earlier ones to the same target came before it.
    gpurma_wait_notifications(gst, window, n.previous, 1, 1);
    for (int i = 0; i < count; i++) GPURMA_ASSERT(gst, readNoCache(inbox + i) == n.previous * 1000 + i);
    gpurma_wait_notifications(gst, window, n.previous, 0, count - 1);
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    gpurma_win_free(gst, window);
    gpurma_mem_free(gst, value);
    gpurma_mem_free(gst, inbox);
}

/// Windows that overlap so that source and destination are the same memory: nothing is copied, all are notified.
__device__ void a_put_onto_itself_notifies(gpurma_state &gst) {
    const neighbours n = find_neighbours(gst, GPURMA_COMM_DEVICE, 1);
    int *shared = static_cast<int *>(gpurma_mem_alloc(gst, 64));
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_DEVICE, shared, 64, &window);
    if (threadIdx.x == 0) *shared = n.rank;
    gpurma_put_notify(gst, window, n.rank, 0, sizeof(int), shared, 7);
    gpurma_wait_notifications(gst, window, n.rank, 7, 1);
    GPURMA_ASSERT(gst, *shared == n.rank);
    gpurma_win_free(gst, window);
    gpurma_mem_free(gst, shared);
}

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int device_size;
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    bytes_arrive(gst, GPURMA_COMM_DEVICE, 1);
    bytes_arrive(gst, GPURMA_COMM_WORLD, 1);
    bytes_arrive(gst, GPURMA_COMM_WORLD, device_size);
    buffers_are_reusable_and_puts_in_order(gst);
    a_put_onto_itself_notifies(gst);
    gpurma_gpu_finish(gst);
}
