// Each kernel misuses the library once; the rank must end with the text that stands behind its name.
//
// expect failure of a_put_past_the_window_of_a_near_rank: rank 0: gpurma_put_notify: 16 bytes at offset 120 leave the window of rank 1, which has 128 bytes
// expect failure of a_put_whose_end_overflows: rank 0: gpurma_put: 2147483647 bytes at offset 8 leave the window of rank 1, which has 128 bytes
// expect failure of a_put_at_a_negative_offset: rank 0: gpurma_put_notify: offset -4 and size 8 must not be negative
// expect failure of a_put_of_negative_size: rank 0: gpurma_put: offset 0 and size -8 must not be negative
// expect failure of a_get_past_the_window: rank 0: gpurma_get_notify: 129 bytes at offset 0 leave the window of rank 1, which has 128 bytes
// expect failure of a_put_to_a_rank_outside: rank 0: gpurma_put_notify: rank 1000 is outside the communicator's 0 to
// expect failure of a_notification_to_a_negative_rank: rank 0: gpurma_notify: rank -1 is outside the communicator's 0 to
// expect failure of a_count_to_a_rank_outside: rank 0: gpurma_count: rank 1000 is outside the communicator's 0 to
// expect failure of a_negative_tag: rank 0: gpurma_notify: tag -2 is negative
// expect failure of a_counting_tag_of_256: rank 0: gpurma_put_count: tag 256 of a counting notification is outside 0 to 255
// expect failure of waiting_for_a_counting_tag_of_256: rank 0: gpurma_wait_count: tag 256 of a counting notification is outside 0 to 255
// expect failure of testing_for_a_negative_count: rank 0: gpurma_test_count: a count of -1 notifications is negative
// expect failure of waiting_for_a_negative_count: rank 0: gpurma_wait_notifications: a count of -1 notifications is negative
// expect failure of waiting_for_a_source_outside: rank 0: gpurma_test_notifications: source 1000 is outside the communicator's 0 to
// expect failure of waiting_on_a_freed_window: gpurma_wait_notifications: 0 is not a window that is alive
// expect failure of putting_into_a_freed_window: rank 0: gpurma_put_notify: 0 is not a window that is alive
// expect failure of putting_into_no_window: rank 0: gpurma_put: -1 is not a window that is alive
// expect failure of flushing_a_freed_window: gpurma_win_flush: 0 is not a window that is alive
// expect failure of freeing_a_window_twice: gpurma_win_free: 0 is not a window that is alive
// expect failure of a_window_of_negative_size: gpurma_win_create: a size of -1 bytes is negative
// expect failure of a_window_on_memory_of_others: bytes at 0x10, which is not managed memory, userdata or a named buffer
// expect failure of freeing_memory_twice: which gpurma_mem_alloc did not return or which is free already
// expect failure of more_notifications_than_the_store_holds: notifications wait unmatched; match them sooner, or raise gpurma.unmatched.slots
// expect failure of a_failed_assertion: rank 1: assertion failed: rank != 1
// expect failure of returning_without_finish: returned without gpurma_gpu_finish
#include "gpurma_device.cu.h"

namespace {

struct setting {
    int rank, size;
    char *memory;
    gpurma_win window;
};

/// A WORLD window of 128 B a rank.
__device__ setting begin(gpurma_context_handle gpurma, gpurma_state &gst) {
    setting s;
    gpurma_gpu_init(gpurma, gst);
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &s.rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &s.size);
    s.memory = static_cast<char *>(gpurma_mem_alloc(gst, 256));
    gpurma_win_create(gst, GPURMA_COMM_WORLD, s.memory, 128, &s.window);
    return s;
}

/// A failure of one rank ends the others here.
__device__ void end(gpurma_state &gst) {
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    gpurma_gpu_finish(gst);
}

}  // namespace

/// What the ranks (or rank 0 alone) do wrong, between a proper beginning and a proper end.
#define MISUSE(name, misuse)                                   \
    __global__ void name(gpurma_context_handle gpurma) {       \
        __shared__ gpurma_state gst;                           \
        setting s = begin(gpurma, gst);                        \
        misuse;                                                \
        end(gst);                                              \
    }
#define MISUSE_OF_RANK_0(name, misuse) MISUSE(name, if (s.rank == 0) misuse)

MISUSE_OF_RANK_0(a_put_past_the_window_of_a_near_rank, gpurma_put_notify(gst, s.window, 1, 120, 16, s.memory, 0))
MISUSE_OF_RANK_0(a_put_whose_end_overflows, gpurma_put(gst, s.window, 1, 8, INT_MAX, s.memory))
MISUSE_OF_RANK_0(a_put_at_a_negative_offset, gpurma_put_notify(gst, s.window, 1, -4, 8, s.memory, 0))
MISUSE_OF_RANK_0(a_put_of_negative_size, gpurma_put(gst, s.window, 1, 0, -8, s.memory))
MISUSE_OF_RANK_0(a_get_past_the_window, gpurma_get_notify(gst, s.window, 1, 0, 129, s.memory, 0))
MISUSE_OF_RANK_0(a_put_to_a_rank_outside, gpurma_put_notify(gst, s.window, 1000, 0, 8, s.memory, 0))
MISUSE_OF_RANK_0(a_notification_to_a_negative_rank, gpurma_notify(gst, s.window, -1, 0))
MISUSE_OF_RANK_0(a_count_to_a_rank_outside, gpurma_count(gst, GPURMA_COMM_DEVICE, 1000, 0))
MISUSE_OF_RANK_0(a_negative_tag, gpurma_notify(gst, s.window, 1, -2))
MISUSE_OF_RANK_0(a_counting_tag_of_256, gpurma_put_count(gst, s.window, 1, 0, 8, s.memory, 256))
MISUSE_OF_RANK_0(waiting_for_a_counting_tag_of_256, gpurma_wait_count(gst, 256, 1))
MISUSE_OF_RANK_0(testing_for_a_negative_count, gpurma_test_count(gst, 0, -1))
MISUSE_OF_RANK_0(waiting_for_a_negative_count, gpurma_wait_notifications(gst, s.window, GPURMA_ANY_SOURCE, 0, -1))
MISUSE_OF_RANK_0(waiting_for_a_source_outside, gpurma_test_notifications(gst, s.window, 1000, 0, 1))
MISUSE(waiting_on_a_freed_window, gpurma_win_free(gst, s.window); gpurma_wait_notifications(gst, s.window, 0, 0, 1))
MISUSE(putting_into_a_freed_window, gpurma_win_free(gst, s.window);
       if (s.rank == 0) gpurma_put_notify(gst, s.window, 1, 0, 8, s.memory, 0))
MISUSE_OF_RANK_0(putting_into_no_window, gpurma_put(gst, GPURMA_WIN_NONE, 1, 0, 8, s.memory))
MISUSE(flushing_a_freed_window, gpurma_win_free(gst, s.window); gpurma_win_flush(gst, s.window))
MISUSE(freeing_a_window_twice, gpurma_win_free(gst, s.window); gpurma_win_free(gst, s.window))
MISUSE(a_window_of_negative_size, gpurma_win_create(gst, GPURMA_COMM_WORLD, s.memory, -1, &s.window))
MISUSE(a_window_on_memory_of_others,
       gpurma_win_create(gst, GPURMA_COMM_WORLD, reinterpret_cast<void *>(16), 8, &s.window))
MISUSE(freeing_memory_twice, gpurma_mem_free(gst, s.memory); gpurma_mem_free(gst, s.memory))
MISUSE(more_notifications_than_the_store_holds,
       for (unsigned i = 0; i <= gst.context.unmatched_slots; i++) gpurma_notify(gst, s.window, 0, 1);
       gpurma_wait_notifications(gst, s.window, GPURMA_ANY_SOURCE, 2, 1))
MISUSE(a_failed_assertion, const int rank = s.rank; GPURMA_ASSERT(gst, rank != 1))

__global__ void returning_without_finish(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    begin(gpurma, gst);
}
