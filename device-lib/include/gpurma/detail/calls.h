// The collective frame of every API call: what all threads of a rank do while one of them, or its first warp, works.
#pragma once

#include "gpurma/detail/lanes.h"

namespace gpurma {
namespace detail {

/// Start of a call, all threads: a stopped rank ends here. All threads decide alike, by their common vote.
__device__ __forceinline__ void enter_call(gpurma_state &gst) {
    if (is_leader()) book_what_is_left(gst);
    if (__syncthreads_or(is_stopped(gst))) exit_thread();
}

/// End of a call, all threads: none runs on with half a result. The leader's look counts: a thread that has gone on may
/// fail an assertion while others are still here, and these have the right to go as far.
__device__ __forceinline__ void leave_call(gpurma_state &gst) {
    if (__syncthreads_or(is_leader() && is_stopped(gst))) exit_thread();
}

/// Runs `work` on the leader between two block barriers; every thread gets its result. What the threads wrote before
/// the call happens before the work, and the work before what they do after it.
template <typename Work>
__device__ __forceinline__ std::uint64_t by_leader(gpurma_state &gst, Work work) {
    enter_call(gst);
    if (is_leader()) gst.result = work();
    leave_call(gst);
    return gst.result;
}

/// The same for the whole first warp; the leader's result counts.
template <typename Work>
__device__ __forceinline__ std::uint64_t by_first_warp(gpurma_state &gst, Work work) {
    enter_call(gst);
    if (thread_index() < 32) {
        const first_warp warp;
        const std::uint64_t result = work(warp);
        if (warp.leads()) gst.result = result;
    }
    leave_call(gst);
    return gst.result;
}

}  // namespace detail
}  // namespace gpurma
