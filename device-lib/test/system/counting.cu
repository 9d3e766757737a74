// Counting notifications: 256 counters a rank, without window and source, that never overflow and never match.
#include "gpurma_device.cu.h"

struct setting {
    int rank, size, device_rank, device_size;
    int *inbox, *outbox;
    gpurma_win window;
};

__device__ setting begin(gpurma_state &gst) {
    setting s;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &s.rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &s.size);
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &s.device_rank);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &s.device_size);
    s.inbox = static_cast<int *>(gpurma_mem_alloc(gst, static_cast<size_t>(s.size) * sizeof(int)));
    s.outbox = static_cast<int *>(gpurma_mem_alloc(gst, 4096));
    gpurma_win_create(gst, GPURMA_COMM_WORLD, s.inbox, s.size * static_cast<int>(sizeof(int)), &s.window);
    return s;
}

__device__ void every_tag_has_its_counter(gpurma_state &gst, const setting &s) {
    const int next = (s.rank + 1) % s.size;
    for (int tag = 0; tag < 256; tag++) {
        for (int i = 0; i <= tag % 3; i++) gpurma_count(gst, GPURMA_COMM_WORLD, next, tag);
    }
    for (int tag = 255; tag >= 0; tag--) gpurma_wait_count(gst, tag, 1 + tag % 3);
    for (int tag = 0; tag < 256; tag++) {
        const bool more = gpurma_test_count(gst, tag, 1);
        const bool none = gpurma_test_count(gst, tag, 0);
        GPURMA_ASSERT(gst, !more && none);
    }
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
}

/// The communicator says whose rank it is.
__device__ void ranks_of_either_communicator_are_counted_at(gpurma_state &gst, const setting &s) {
    gpurma_count(gst, GPURMA_COMM_DEVICE, (s.device_rank + 1) % s.device_size, 9);
    gpurma_count(gst, GPURMA_COMM_WORLD, (s.rank + s.device_size) % s.size, 9);
    gpurma_wait_count(gst, 9, 2);
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
}

/// Each rank puts its number into everybody's inbox; the count says that all numbers are there.
__device__ void a_count_stands_for_its_bytes(gpurma_state &gst, const setting &s) {
    for (int round = 0; round < 5; round++) {
        if (threadIdx.x == 0) *s.outbox = s.rank + 1000 * round;
        for (int target = 0; target < s.size; target++) {
            gpurma_put_count(gst, s.window, target, s.rank * static_cast<int>(sizeof(int)), sizeof(int), s.outbox, round);
        }
        gpurma_wait_count(gst, round, s.size);
        for (int source = 0; source < s.size; source++) {
            GPURMA_ASSERT(gst, readNoCache(s.inbox + source) == source + 1000 * round);
        }
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    }
}

/// More than the store of matching notifications holds, towards a rank that does not listen.
__device__ void counters_do_not_overflow(gpurma_state &gst, const setting &s) {
    const int each = static_cast<int>(gst.context.unmatched_slots) / s.size + 50;
    for (int i = 0; i < each; i++) gpurma_count(gst, GPURMA_COMM_WORLD, 0, 77);
    if (s.rank == 0) gpurma_wait_count(gst, 77, each * s.size);
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
}

/// The two kinds side by side with the same tags: neither takes the other's.
__device__ void kinds_do_not_mix(gpurma_state &gst, const setting &s) {
    const int next = (s.rank + 1) % s.size;
    const int previous = (s.rank + s.size - 1) % s.size;
    for (int i = 0; i < 3; i++) {
        gpurma_count(gst, GPURMA_COMM_WORLD, next, 5);
        gpurma_notify(gst, s.window, next, 5);
    }
    gpurma_wait_notifications(gst, s.window, previous, 5, 3);
    const bool matching_left = gpurma_test_notifications(gst, s.window, GPURMA_ANY_SOURCE, GPURMA_ANY_TAG, 1);
    gpurma_wait_count(gst, 5, 3);
    const bool counting_left = gpurma_test_count(gst, 5, 1);
    GPURMA_ASSERT(gst, !matching_left && !counting_left);
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
}

/// A program that tests in a loop gets there too.
__device__ void tests_in_a_loop_end(gpurma_state &gst, const setting &s) {
    gpurma_count(gst, GPURMA_COMM_WORLD, (s.rank + s.size / 2) % s.size, 123);
    while (!gpurma_test_count(gst, 123, 1)) {
    }
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
}

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    setting s = begin(gst);
    every_tag_has_its_counter(gst, s);
    ranks_of_either_communicator_are_counted_at(gst, s);
    a_count_stands_for_its_bytes(gst, s);
    counters_do_not_overflow(gst, s);
    kinds_do_not_mix(gst, s);
    tests_in_a_loop_end(gst, s);
    gpurma_win_free(gst, s.window);
    gpurma_mem_free(gst, s.outbox);
    gpurma_mem_free(gst, s.inbox);
    gpurma_gpu_finish(gst);
}
