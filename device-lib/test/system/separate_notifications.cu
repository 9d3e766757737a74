// Puts without notifications, and notifications without puts: one notification stands for all that went before it.
#include "gpurma_device.cu.h"

#include "random.h"

constexpr int window_bytes = 1 << 17;

struct setting {
    int rank, size, next, previous;
    unsigned char *inbox, *outbox;
    gpurma_win window;
};

__device__ setting begin(gpurma_state &gst) {
    setting s;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &s.rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &s.size);
    s.next = (s.rank + s.size / 2 + 1) % s.size;
    s.previous = (s.rank + s.size - (s.size / 2 + 1) % s.size) % s.size;
    s.inbox = static_cast<unsigned char *>(gpurma_mem_alloc(gst, window_bytes));
    s.outbox = static_cast<unsigned char *>(gpurma_mem_alloc(gst, window_bytes));
    GPURMA_ASSERT(gst, s.inbox != nullptr && s.outbox != nullptr);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, s.inbox, window_bytes, &s.window);
    return s;
}

__device__ unsigned char value_of(int rank, int round, int position) {
    return static_cast<unsigned char>(mixed(rank, round, position));
}

/// The window in pieces of every size, most without a notification, each put from the same buffer.
__device__ void one_notification_stands_for_all(gpurma_state &gst, const setting &s, bool put_notifies) {
    for (int round = 0; round < 3; round++) {
        choices choose = {mixed(100, round)};
        int offset = 0;
        while (offset < window_bytes) {
            int bytes = static_cast<int>(choose.one_in(8) ? choose.below(30000) : choose.below(1200));
            if (bytes > window_bytes - offset) bytes = window_bytes - offset;
            for (int i = static_cast<int>(threadIdx.x); i < bytes; i += static_cast<int>(blockDim.x)) {
                s.outbox[i] = value_of(s.rank, round, offset + i);
            }
            const bool last = offset + bytes == window_bytes;
            if (last && put_notifies) {
                gpurma_put_notify(gst, s.window, s.next, offset, bytes, s.outbox, round);
            } else {
                gpurma_put(gst, s.window, s.next, offset, bytes, s.outbox);
            }
            // The source is free again after a flush, and by the library's promise already.
            if (choose.one_in(4)) gpurma_win_flush(gst, s.window);
            offset += bytes;
        }
        if (!put_notifies) gpurma_notify(gst, s.window, s.next, round);
        gpurma_wait_notifications(gst, s.window, s.previous, round, 1);
        for (int i = static_cast<int>(threadIdx.x); i < window_bytes; i += static_cast<int>(blockDim.x)) {
            GPURMA_ASSERT(gst, readNoCache(s.inbox + i) == value_of(s.previous, round, i));
        }
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    }
}

/// Several puts to the same place: the last one stays, whatever way each takes.
__device__ void later_puts_win(gpurma_state &gst, const setting &s) {
    for (int round = 0; round < 12; round++) {
        const int sizes[] = {4, 2000, 64, 1024, 5000, 100};
        for (int turn = 0; turn < 6; turn++) {
            const int bytes = sizes[(round + turn) % 6];
            for (int i = static_cast<int>(threadIdx.x); i < bytes; i += static_cast<int>(blockDim.x)) {
                s.outbox[i] = value_of(s.rank, 1000 + round * 6 + turn, i);
            }
            gpurma_put(gst, s.window, s.next, 0, bytes, s.outbox);
        }
        gpurma_notify(gst, s.window, s.next, 50);
        gpurma_wait_notifications(gst, s.window, s.previous, 50, 1);
        for (int i = static_cast<int>(threadIdx.x); i < 5000; i += static_cast<int>(blockDim.x)) {
            int last = -1;
            for (int turn = 0; turn < 6; turn++) {
                if (i < sizes[(round + turn) % 6]) last = turn;
            }
            GPURMA_ASSERT(gst, readNoCache(s.inbox + i) == value_of(s.previous, 1000 + round * 6 + last, i));
        }
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    }
}

/// Notifications that nobody asked for are gone with their window, and match in no later one.
__device__ void a_freed_window_takes_its_notifications_along(gpurma_state &gst, const setting &s) {
    for (int round = 0; round < 2; round++) {
        gpurma_win window;
        gpurma_win_create(gst, GPURMA_COMM_WORLD, nullptr, 0, &window);
        const bool left_over = gpurma_test_notifications(gst, window, GPURMA_ANY_SOURCE, GPURMA_ANY_TAG, 1);
        GPURMA_ASSERT(gst, !left_over);
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        gpurma_notify(gst, window, s.next, 1);
        gpurma_notify(gst, window, s.next, 2);
        gpurma_wait_notifications(gst, window, s.previous, 2, 1);
        gpurma_win_free(gst, window);
    }
}

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    setting s = begin(gst);
    one_notification_stands_for_all(gst, s, true);
    one_notification_stands_for_all(gst, s, false);
    later_puts_win(gst, s);
    a_freed_window_takes_its_notifications_along(gst, s);
    gpurma_win_free(gst, s.window);
    gpurma_mem_free(gst, s.outbox);
    gpurma_mem_free(gst, s.inbox);
    gpurma_gpu_finish(gst);
}
