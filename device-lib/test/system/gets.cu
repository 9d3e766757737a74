// Gets: the right bytes at their origin after a flush, whatever size, alignment and distance; the target is told when its
// bytes have been read, and not before.
#include "gpurma_device.cu.h"

constexpr int largest = 70000;

__device__ unsigned char held_by(int rank, int position, int round) {
    return static_cast<unsigned char>(rank * 29 + position * 11 + round * 5 + position / 253);
}

struct setting {
    int rank, size, next, previous;
    unsigned char *exposed, *fetched;
    gpurma_win window;
};

__device__ setting begin(gpurma_state &gst, gpurma_comm comm, int distance) {
    setting s;
    gpurma_comm_rank(gst, comm, &s.rank);
    gpurma_comm_size(gst, comm, &s.size);
    s.next = (s.rank + distance) % s.size;
    s.previous = (s.rank + s.size - distance % s.size) % s.size;
    s.exposed = static_cast<unsigned char *>(gpurma_mem_alloc(gst, largest + 64));
    s.fetched = static_cast<unsigned char *>(gpurma_mem_alloc(gst, largest + 64));
    GPURMA_ASSERT(gst, s.exposed != nullptr && s.fetched != nullptr);
    gpurma_win_create(gst, comm, s.exposed, largest + 64, &s.window);
    return s;
}

__device__ void end(gpurma_state &gst, setting &s) {
    gpurma_win_free(gst, s.window);
    gpurma_mem_free(gst, s.fetched);
    gpurma_mem_free(gst, s.exposed);
}

__device__ void expose(const setting &s, int begin, int bytes, int round) {
    for (int i = static_cast<int>(threadIdx.x); i < bytes; i += static_cast<int>(blockDim.x)) {
        s.exposed[begin + i] = held_by(s.rank, i, round);
    }
}

/// Every rank gets from its neighbour and is got from; it overwrites what it holds as soon as it is told.
__device__ void bytes_come_back(gpurma_state &gst, gpurma_comm comm, int distance) {
    setting s = begin(gst, comm, distance);
    const int sizes[] = {0, 1, 4, 15, 16, 33, 1024, 1025, 16385, largest};
    int round = 0;
    for (const int size : sizes) {
        for (int shift : {0, 3, 16}) {
            expose(s, shift, size, round);
            gpurma_win_flush(gst, s.window);
            gpurma_comm_barrier(gst, comm);
            gpurma_get_notify(gst, s.window, s.next, shift, size, s.fetched + 2 * shift, round);
            gpurma_wait_notifications(gst, s.window, s.previous, round, 1);
            expose(s, shift, size, round + 100);
            gpurma_win_flush(gst, s.window);
            for (int i = static_cast<int>(threadIdx.x); i < size; i += static_cast<int>(blockDim.x)) {
                GPURMA_ASSERT(gst, s.fetched[2 * shift + i] == held_by(s.next, i, round));
            }
            gpurma_comm_barrier(gst, comm);
            round++;
        }
    }
    end(gst, s);
}

/// Many gets under way at a time, from all ranks; one flush is for all of them.
__device__ void one_flush_completes_all(gpurma_state &gst) {
    constexpr int piece = 64;
    setting s = begin(gst, GPURMA_COMM_WORLD, 1);
    const int from = s.size < 64 ? s.size : 64;
    expose(s, 0, piece, 7);
    gpurma_win_flush(gst, s.window);
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    for (int other = 0; other < from; other++) {
        gpurma_get_notify(gst, s.window, other, 0, piece, s.fetched + other * piece, 1);
    }
    gpurma_win_flush(gst, s.window);
    for (int i = static_cast<int>(threadIdx.x); i < from * piece; i += static_cast<int>(blockDim.x)) {
        GPURMA_ASSERT(gst, s.fetched[i] == held_by(i / piece, i % piece, 7));
    }
    if (s.rank < from) gpurma_wait_notifications(gst, s.window, GPURMA_ANY_SOURCE, 1, s.size);
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    end(gst, s);
}

/// What a rank puts, and gets from the same place next, is what it put: accesses of one rank to one target stay in order.
__device__ void a_get_sees_the_puts_before_it(gpurma_state &gst) {
    setting s = begin(gst, GPURMA_COMM_WORLD, 1);
    for (int round = 0; round < 20; round++) {
        const int bytes = round % 2 == 0 ? 200 : 3000;
        for (int i = static_cast<int>(threadIdx.x); i < bytes; i += static_cast<int>(blockDim.x)) {
            s.fetched[i] = held_by(s.rank, i, round);
        }
        gpurma_put(gst, s.window, s.next, 0, bytes, s.fetched);
        gpurma_get_notify(gst, s.window, s.next, 0, bytes, s.fetched + 4096, round);
        gpurma_wait_notifications(gst, s.window, s.previous, round, 1);
        gpurma_win_flush(gst, s.window);
        for (int i = static_cast<int>(threadIdx.x); i < bytes; i += static_cast<int>(blockDim.x)) {
            GPURMA_ASSERT(gst, s.fetched[4096 + i] == held_by(s.rank, i, round));
        }
    }
    end(gst, s);
}

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    int device_size;
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    bytes_come_back(gst, GPURMA_COMM_DEVICE, 1);
    bytes_come_back(gst, GPURMA_COMM_WORLD, device_size);
    one_flush_completes_all(gst);
    a_get_sees_the_puts_before_it(gst);
    gpurma_gpu_finish(gst);
}
