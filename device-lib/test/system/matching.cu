// Notifications are matched by window, source, tag and count, oldest first, and none is lost on the way.
#include "gpurma_device.cu.h"

struct setting {
    int rank, size;
    gpurma_win first, second;
    int *memory;
};

__device__ setting begin(gpurma_state &gst) {
    setting s;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &s.rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &s.size);
    s.memory = static_cast<int *>(gpurma_mem_alloc(gst, 4096));
    gpurma_win_create(gst, GPURMA_COMM_WORLD, s.memory, 4096, &s.first);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, s.memory, 4096, &s.second);
    return s;
}

__device__ void end(gpurma_state &gst, setting &s) {
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    gpurma_win_free(gst, s.second);
    gpurma_win_free(gst, s.first);
    gpurma_mem_free(gst, s.memory);
}

__device__ void notify(gpurma_state &gst, gpurma_win window, int rank, int tag) {
    gpurma_put_notify(gst, window, rank, 0, 0, nullptr, tag);
}

/// All ranks notify rank 0 with three tags on two windows; it asks in an order of its own.
__device__ void any_order_of_asking_works(gpurma_state &gst, const setting &s) {
    for (int tag = 0; tag < 3; tag++) {
        notify(gst, s.first, 0, tag);
        notify(gst, s.second, 0, tag);
    }
    if (s.rank == 0) {
        for (int source = s.size - 1; source >= 0; source--) gpurma_wait_notifications(gst, s.second, source, 2, 1);
        gpurma_wait_notifications(gst, s.first, GPURMA_ANY_SOURCE, 1, s.size);
        gpurma_wait_notifications(gst, s.second, GPURMA_ANY_SOURCE, 0, s.size);
        for (int source = 0; source < s.size; source++) {
            gpurma_wait_notifications(gst, s.first, source, GPURMA_ANY_TAG, 2);
            gpurma_wait_notifications(gst, s.second, source, GPURMA_ANY_TAG, 1);
        }
        const bool more_first = gpurma_test_notifications(gst, s.first, GPURMA_ANY_SOURCE, GPURMA_ANY_TAG, 1);
        const bool more_second = gpurma_test_notifications(gst, s.second, GPURMA_ANY_SOURCE, GPURMA_ANY_TAG, 1);
        GPURMA_ASSERT(gst, !more_first && !more_second);
    }
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
}

/// A test that asks for more than there is takes none of it.
__device__ void a_failed_test_takes_nothing(gpurma_state &gst, const setting &s) {
    notify(gst, s.first, s.rank, 5);
    notify(gst, s.first, s.rank, 5);
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    const bool three = gpurma_test_notifications(gst, s.first, s.rank, 5, 3);
    const bool other = gpurma_test_notifications(gst, s.second, s.rank, 5, 1);
    const bool two = gpurma_test_notifications(gst, s.first, s.rank, 5, 2);
    const bool again = gpurma_test_notifications(gst, s.first, s.rank, 5, 1);
    const bool none = gpurma_test_notifications(gst, s.first, s.rank, 5, 0);
    GPURMA_ASSERT(gst, !three && !other && two && !again && none);
}

/// More notifications than any ring holds, towards ranks that do not listen yet: all ranks send before they receive.
__device__ void floods_are_not_lost(gpurma_state &gst, const setting &s) {
    const int each = 1600 / s.size + 1;
    for (int i = 0; i < each; i++) {
        for (int target = 0; target < s.size; target++) notify(gst, s.first, target, i);
    }
    for (int i = each - 1; i >= 0; i--) gpurma_wait_notifications(gst, s.first, GPURMA_ANY_SOURCE, i, s.size);
}

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    setting s = begin(gst);
    any_order_of_asking_works(gst, s);
    a_failed_test_takes_nothing(gst, s);
    floods_are_not_lost(gst, s);
    end(gst, s);
    gpurma_gpu_finish(gst);
}
