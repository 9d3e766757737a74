// The calls that wait for notifications and test for counting ones; all threads, unless it says otherwise.
#pragma once

#include "gpurma/detail/short_waits.h"

namespace gpurma {
namespace detail {

/// First warp. Whether an older notification matches is looked up while the awaited one is on its way.
__device__ __forceinline__ bool matches_come_shortly(gpurma_state &gst, int window, int source, int tag, int &count) {
    const std::uint32_t handle = static_cast<std::uint32_t>(window);
    const own_window own = own_window_slot(gst, handle);
    const bool ready = count > 0 && own.window == handle && thread_count() >= 32 &&
                       (gst.unmatched == 0 || count_matches(gst, first_warp(), query{handle, source, tag}) == 0);
    if (GPURMA_SELDOM(!ready)) return false;
    const std::uint32_t notifies = access_notifies << header_flags_shift;
    awaited what = {own, {0xffff | notifies, handle | notifies}, near_rank_of(gst, handle >> window_comm_shift, source),
                    source, tag, count};
    const bool all = all_come_shortly(gst, what);
    count = what.missing;
    return all;
}

/// A rank that is stopped notices in the waits that take long; here even a look would be felt.
__device__ __forceinline__ void wait_notifications(gpurma_state &gst, int window, int source, int tag, int count) {
    if (is_leader()) book(gst);
    __syncthreads();
    bool ends = false;
    if (thread_index() < 32 && GPURMA_SELDOM(!matches_come_shortly(gst, window, source, tag, count))) {
        wait_long(gst, window, source, tag, count);
        ends = is_stopped(gst);
    }
    if (GPURMA_SELDOM(__syncthreads_or(ends))) exit_thread();
}

GPURMA_OUT_OF_LINE bool test_count(gpurma_state &gst, int tag, int count) {
    return by_first_warp(gst, [&](first_warp warp) -> std::uint64_t {
               if (!warp.from_leader(is_countable(gst, "gpurma_test_count", tag, count))) return 0;
               const std::uint32_t index = static_cast<std::uint32_t>(tag);
               if (try_counted(gst, warp, index, static_cast<std::uint32_t>(count))) return 1;
               look_around(gst, warp);
               return 0;
           }) != 0;
}

/// First warp: any wait for counting notifications.
GPURMA_OUT_OF_LINE void wait_long_for_count(gpurma_state &gst, int tag, int count) {
    const first_warp warp;
    if (warp.leads()) drop_unbooked(gst);
    // As in wait_long.
    if (warp.vote(is_stopped(gst)) != 0) return;
    if (!warp.from_leader(is_countable(gst, "gpurma_wait_count", tag, count))) return;
    wait_for_counted(gst, warp, static_cast<std::uint32_t>(tag), static_cast<std::uint32_t>(count));
}

/// First warp. A count that is waited for when it comes never needs to be counted.
__device__ __forceinline__ bool counts_come_shortly(gpurma_state &gst, int tag, int &count) {
    const std::uint32_t index = static_cast<std::uint32_t>(tag);
    const bool ready = count > 0 && index < counter_tags && gst.tag_counters[index % counter_tags] == 0 &&
                       thread_count() >= 32;
    if (GPURMA_SELDOM(!ready)) return false;
    const std::uint32_t counts = access_counts << header_flags_shift;
    awaited what = {own_window_slot(gst, gst.recent_window), {counts, counts}, no_rank, any, tag, count};
    const bool all = all_come_shortly(gst, what);
    count = what.missing;
    return all;
}

__device__ __forceinline__ void wait_count(gpurma_state &gst, int tag, int count) {
    if (is_leader()) book(gst);
    __syncthreads();
    bool ends = false;
    if (thread_index() < 32 && GPURMA_SELDOM(!counts_come_shortly(gst, tag, count))) {
        wait_long_for_count(gst, tag, count);
        ends = is_stopped(gst);
    }
    if (GPURMA_SELDOM(__syncthreads_or(ends))) exit_thread();
}

}  // namespace detail
}  // namespace gpurma
