// The library's state of one rank, in the shared memory of its block, and the collective frame of every API call.
#pragma once

#include "gpurma/detail/backend.h"

/// Handle of the initialised library; declare it `__shared__ gpurma_state gst;` and pass it to every call.
/// Scope: one rank. Its members belong to the library.
struct gpurma_state {
    gpurma_context context;
    std::uint32_t device_rank;
    std::uint32_t stopped;  ///< the rank must end: a fault here or an abort from the host
    std::uint32_t fault_claimed;
    std::uint32_t leaving;  ///< `stopped` as the leader saw it at the end of the last call

    std::uint32_t commands_sent;
    std::uint32_t commands_consumed;  ///< as last seen
    std::uint32_t acks_taken;
    std::uint32_t staging_taken;
    std::uint32_t staging_released;  ///< as last seen
    std::uint32_t device_notes_taken;
    std::uint32_t host_notes_taken;
    std::uint32_t unmatched;  ///< notes in the unmatched store
    std::uint32_t device_barriers;
    std::uint32_t world_barriers;
    std::uint64_t windows_alive[2];  ///< bit per slot, by communicator

    std::uint32_t log_entries_sent;
    std::uint32_t log_entries_consumed;  ///< as last seen
    std::uint32_t log_bytes;             ///< in log_data
    std::uint32_t log_data[gpurma::detail::log_bytes_per_entry / 4];

    std::uint64_t result;  ///< what the leader found, for all threads
    gpurma::detail::counters_record counters;
};

namespace gpurma {
namespace detail {

__device__ __forceinline__ std::uint32_t thread_index() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ __forceinline__ std::uint32_t thread_count() { return blockDim.x * blockDim.y * blockDim.z; }

/// The thread that speaks for its rank.
__device__ __forceinline__ bool is_leader() { return thread_index() == 0; }

/// Reads `stopped` as another thread of the block may just have written it.
__device__ __forceinline__ bool is_stopped(gpurma_state &gst) {
    return *static_cast<volatile std::uint32_t *>(&gst.stopped) != 0;
}

/// Start of a call, all threads: a stopped rank ends here. No thread can fail an assertion between the barrier and the
/// look, so all threads decide alike.
__device__ __forceinline__ void enter_call(gpurma_state &gst) {
    __syncthreads();
    if (is_stopped(gst)) exit_thread();
}

/// End of a call, all threads: none runs on with half a result. The leader's look counts: a thread that has gone on may
/// fail an assertion while others are still here, and these have the right to go as far.
__device__ __forceinline__ void leave_call(gpurma_state &gst) {
    if (is_leader()) gst.leaving = gst.stopped;
    __syncthreads();
    if (gst.leaving != 0) exit_thread();
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

template <typename T>
__device__ __forceinline__ T *at(std::uint64_t base, std::uint64_t offset) {
    return reinterpret_cast<T *>(base + offset);
}

__device__ __forceinline__ std::uint64_t host_area(gpurma_state &gst) {
    return gst.context.host_areas + gst.device_rank * gst.context.host_area_stride;
}

__device__ __forceinline__ std::uint64_t device_area(gpurma_state &gst, std::uint32_t device_rank) {
    return gst.context.device_areas + device_rank * gst.context.device_area_stride;
}

/// One wait of the leader: counts failed polls, relaxes, and notices the host's abort.
/// The abort flag is in host memory, a microsecond away, so it is read every 256 polls only.
struct patience {
    std::uint32_t polls = 0;

    __device__ __forceinline__ bool runs_out(gpurma_state &gst) {
        polls++;
        relax(polls);
        if (polls % 256 == 0) {
            control_page *control = at<control_page>(gst.context.control, 0);
            if (load_relaxed_system(&control->abort) != 0) gst.stopped = 1;
        }
        return is_stopped(gst);
    }
};

/// Copies the totals to host memory, where the runtime samples them. Posted stores: nobody waits for them.
__device__ __forceinline__ void publish_counters(gpurma_state &gst) {
    std::uint64_t *to = at<std::uint64_t>(host_area(gst), gst.context.host.counters);
    const std::uint64_t *from = reinterpret_cast<const std::uint64_t *>(&gst.counters);
    for (unsigned i = 0; i < sizeof(counters_record) / sizeof(std::uint64_t); i++) store_relaxed_system(to + i, from[i]);
}

}  // namespace detail
}  // namespace gpurma
