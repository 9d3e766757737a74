// The calls that wait for notifications and test for counting ones; all threads, unless it says otherwise.
#pragma once

#include "gpurma/detail/short_waits.h"

namespace gpurma {
namespace detail {

/// What a wait for a notification of a window asks of a header's third word.
__device__ __forceinline__ wanted_header header_of_notification(std::uint32_t window) {
    constexpr std::uint32_t notifies = access_notifies << header_flags_shift;
    return {0xffff | notifies, window | notifies};
}

/// The same for a counting one, of whatever window.
__device__ __forceinline__ wanted_header header_of_count() {
    constexpr std::uint32_t counts = access_counts << header_flags_shift;
    return {counts, counts};
}

/// First warp.
__device__ __forceinline__ bool holds_no_match(gpurma_state &gst, const query &asked) {
    return gst.unmatched == 0 || count_matches(gst, first_warp(), asked) == 0;
}

/// First warp: whether all came next, in the lanes that they are expected in; `missing` is how many did not. Whether an
/// older notification matches is looked up while they are on their way.
__device__ __forceinline__ bool matches_next(gpurma_state &gst, int window, int source, int tag, int &missing) {
    if (GPURMA_SELDOM(missing <= 0 || (missing > 1 && source != any))) return false;
    const std::uint32_t handle = static_cast<std::uint32_t>(window);
    const own_window own = own_window_slot(gst, handle);
    const std::uint32_t last = gst.last_source;
    const std::uint32_t named = near_rank_of(gst, handle >> window_comm_shift, source);
    const bool ready = (own.window == handle) & (thread_count() >= 32);
    if (GPURMA_SELDOM(!ready || !holds_no_match(gst, {handle, source, tag}))) return false;
    const wanted_header wanted = header_of_notification(handle);
    if (GPURMA_SELDOM(missing > 1)) {
        missing -= several_next(gst, own, wanted, tag, missing);
        return missing == 0;
    }
    return next_comes_shortly(gst, source == any ? last : named, own, wanted, source, tag,
                              source == any ? polls_of_a_guess : polls_of_a_short_wait);
}

/// First warp, for those that matches_next did not take: takes what has been stored and what comes shortly; the others are
/// still missing. `again`: the next in its lane is wanted, but has more pieces than were looked at. Several of anybody are
/// tried once more where they come through the host, whose lane was not looked at. A wait that left what is stored to
/// wait_long, which looks at all lanes, stored what was early for the next wait, and so on: two neighbours
/// that sent 1 KiB a step never came out of that.
__device__ __forceinline__ bool matches_come_shortly(gpurma_state &gst, int window, int source, int tag, int &count,
                                                     bool again) {
    const std::uint32_t handle = static_cast<std::uint32_t>(window);
    const own_window own = own_window_slot(gst, handle);
    if (count <= 0 || own.window != handle || thread_count() < 32) return false;
    int taken = 0;
    if (gst.unmatched != 0) taken = take_matches(gst, first_warp(), {handle, source, tag}, count);
    count -= taken;
    if (count == 0) return true;
    const bool tried = count == 1 || (source == any && gst.last_source != from_the_host);
    if (!again && taken == 0 && tried) return false;
    const std::uint32_t near = near_rank_of(gst, handle >> window_comm_shift, source);
    count -= several_shortly(gst, own, header_of_notification(handle), near, source, tag, count);
    return count == 0;
}

/// First warp: whether a short wait saw something that it did not take; forgets it.
__device__ __forceinline__ bool drops_what_was_seen(gpurma_state &gst) {
    const first_warp warp;
    const bool seen = warp.from_leader(warp.leads() && gst.unbooked.about != 0);
    drop_unbooked(gst, warp);
    return seen;
}

/// First warp: any wait; whether the rank must end.
GPURMA_OUT_OF_LINE bool wait_anyhow(gpurma_state &state, int window, int source, int tag, int count) {
    gpurma_state &gst = at_hand(state);
    const bool seen = drops_what_was_seen(gst);
    if (matches_come_shortly(gst, window, source, tag, count, seen)) return false;
    wait_long(gst, window, source, tag, count);
    return is_stopped(gst);
}

/// A rank that is stopped notices in the waits that take long; here even a look would be felt.
__device__ __forceinline__ void wait_notifications(gpurma_state &state, int window, int source, int tag, int count) {
    gpurma_state &gst = at_hand(state);
    if (is_leader()) book_what_is_left(gst);
    __syncthreads();
    bool ends = false;
    if (thread_index() < 32) {
        int missing = count;
        if (GPURMA_SELDOM(!matches_next(gst, window, source, tag, missing))) {
            ends = wait_anyhow(gst, window, source, tag, missing);
        }
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
    drop_unbooked(gst, warp);
    // As in wait_long.
    if (warp.vote(is_stopped(gst)) != 0) return;
    if (!warp.from_leader(is_countable(gst, "gpurma_wait_count", tag, count))) return;
    wait_for_counted(gst, warp, static_cast<std::uint32_t>(tag), static_cast<std::uint32_t>(count));
}

/// First warp. A count that is waited for when it comes never needs to be counted.
__device__ __forceinline__ bool is_uncounted(gpurma_state &gst, int tag) {
    const std::uint32_t index = static_cast<std::uint32_t>(tag);
    return (index < counter_tags) & (gst.tag_counters[index % counter_tags] == 0) & (thread_count() >= 32);
}

/// As matches_next.
__device__ __forceinline__ bool counts_next(gpurma_state &gst, int tag, int &missing) {
    if (GPURMA_SELDOM(missing <= 0 || !is_uncounted(gst, tag))) return false;
    const own_window own = own_window_slot(gst, gst.recent_window);
    if (GPURMA_SELDOM(missing > 1)) {
        missing -= several_next(gst, own, header_of_count(), tag, missing);
        return missing == 0;
    }
    return next_comes_shortly(gst, gst.last_source, own, header_of_count(), any, tag, polls_of_a_guess);
}

/// As matches_come_shortly.
__device__ __forceinline__ bool counts_come_shortly(gpurma_state &gst, int tag, int &count, bool again) {
    const std::uint32_t index = static_cast<std::uint32_t>(tag);
    if (count <= 0 || index >= counter_tags || thread_count() < 32) return false;
    const first_warp warp;
    const std::uint32_t counted = gst.tag_counters[index];
    const std::uint32_t taken = min(counted, static_cast<std::uint32_t>(count));
    warp.join();
    if (warp.leads()) gst.tag_counters[index] = counted - taken;
    warp.join();
    count -= static_cast<int>(taken);
    if (count == 0) return true;
    const bool tried = count == 1 || gst.last_source != from_the_host;
    if (!again && taken == 0 && tried) return false;
    const own_window own = own_window_slot(gst, gst.recent_window);
    count -= several_shortly(gst, own, header_of_count(), no_rank, any, tag, count);
    return count == 0;
}

/// First warp: any wait; whether the rank must end.
GPURMA_OUT_OF_LINE bool wait_count_anyhow(gpurma_state &state, int tag, int count) {
    gpurma_state &gst = at_hand(state);
    const bool seen = drops_what_was_seen(gst);
    if (counts_come_shortly(gst, tag, count, seen)) return false;
    wait_long_for_count(gst, tag, count);
    return is_stopped(gst);
}

__device__ __forceinline__ void wait_count(gpurma_state &state, int tag, int count) {
    gpurma_state &gst = at_hand(state);
    if (is_leader()) book_what_is_left(gst);
    __syncthreads();
    bool ends = false;
    if (thread_index() < 32) {
        int missing = count;
        if (GPURMA_SELDOM(!counts_next(gst, tag, missing))) ends = wait_count_anyhow(gst, tag, missing);
    }
    if (GPURMA_SELDOM(__syncthreads_or(ends))) exit_thread();
}

}  // namespace detail
}  // namespace gpurma
