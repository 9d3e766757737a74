// The library's state of one rank, in the shared memory of its block.
#pragma once

#include "gpurma/detail/backend.h"

namespace gpurma {
namespace detail {

/// What a rank has looked up to reach a rank's part of a window; direct-mapped, because a put cannot hide the trip to
/// memory that looking it up costs. The peer it leads to is resident for as long as the route is known.
struct alignas(16) route {
    std::uint32_t window;  ///< handle, or unwindowed(comm); with route_through_host where the rank is not near
    std::uint32_t rank;    ///< in the window's communicator
    std::uint32_t bytes;   ///< of the rank's part
    std::uint32_t near_rank;
    std::uint64_t base;    ///< address of the part as mapped here
    std::uint32_t target;  ///< where in the library's state the target's is, in bytes from its beginning
    std::uint32_t reserved;
};
constexpr std::uint32_t route_through_host = 0x80000000u;

/// Where this rank's part of a window begins; direct-mapped.
struct alignas(16) own_window {
    std::uint64_t base;
    std::uint32_t window;
};

/// What a short wait took out of a lane and left to be booked, once nobody waits for it.
struct alignas(16) unbooked {
    std::uint32_t about;  ///< third word of the header, never 0 in one that is waited for; 0: nothing
    std::uint32_t peer;   ///< slot of the resident peer, or from_the_host
    std::uint32_t timed;  ///< whether `cycles` says how long the wait took
    std::uint32_t cycles;
};
constexpr std::uint32_t from_the_host = 0xffffffffu;
constexpr std::uint32_t short_waits_a_timing = 8;
constexpr std::uint32_t route_slots = 32;
constexpr std::uint32_t own_window_slots = 8;
constexpr std::uint32_t no_rank = 0xffffffffu;
/// In a route that leads nowhere: no rank that a program names, not even by mistake (as it may name -1).
constexpr std::uint32_t unknown_rank = 0x80000000u;

}  // namespace detail
}  // namespace gpurma

/// Handle of the initialised library; declare it `__shared__ gpurma_state gst;` and pass it to every call.
/// Scope: one rank. Its members belong to the library.
struct gpurma_state {
    gpurma_context context;
    std::uint32_t device_rank;
    std::uint32_t near_rank;  ///< this rank among the near ranks
    std::uint32_t near_ranks;
    std::uint32_t near_start;  ///< WORLD rank of the first near rank
    std::uint32_t stopped;     ///< the rank must end: a fault here or an abort from the host
    std::uint32_t fault_claimed;

    std::uint32_t commands_sent;
    std::uint32_t commands_consumed;  ///< as last seen
    std::uint32_t acks_taken;
    std::uint32_t staging_taken;
    std::uint32_t staging_released;  ///< as last seen
    std::uint32_t gets_issued;       ///< through the host
    std::uint32_t host_taken;        ///< pieces taken from the host's lane
    std::uint32_t host_paid;         ///< of them, made known to the host
    std::uint32_t unmatched;         ///< notes in the unmatched store
    std::uint32_t last_source;       ///< near rank whose lane last held something, or from_the_host
    std::uint32_t device_barriers;
    std::uint32_t world_barriers;
    std::uint32_t tests;         ///< polls of the program itself
    std::uint32_t wait_version;  ///< of the wait record
    gpurma::detail::unbooked unbooked;
    std::uint32_t short_waits;
    std::uint32_t recent_pieces;  ///< of the packet that last came in a short wait, or was seen to come
    std::uint32_t lane_sent;     ///< pieces into lanes of near ranks
    std::uint32_t lane_taken;
    std::uint64_t windows_alive[2];  ///< bit per slot, by communicator

    std::uint32_t log_entries_sent;
    std::uint32_t log_entries_consumed;  ///< as last seen
    std::uint32_t log_words;             ///< in log_data
    std::uint32_t log_level;             ///< of the line in the works
    std::uint32_t log_dropped;           ///< lines since the start, modulo 2^32
    std::uint32_t log_gap_is_due;        ///< 1: no entry has told the host of the last of them
    std::uint32_t log_drops_line;        ///< 1: of the line in the works an entry was dropped
    std::uint32_t log_data[gpurma::detail::log_bytes_per_entry / 4];

    std::uint64_t own_arena;
    std::uint64_t peers;  ///< address of this rank's peer_state array

    std::uint32_t recent_window;  ///< that something was last waited for in, or came into
    gpurma::detail::own_window own_windows[gpurma::detail::own_window_slots];

    gpurma::detail::route routes[gpurma::detail::route_slots];

    /// The peers in use, here because a write to device memory makes the next read of it a trip to the second-level
    /// cache. Direct-mapped by near rank; a peer's state is here or in device memory, never in both.
    gpurma::detail::peer_state resident[gpurma::detail::resident_peers];
    std::uint32_t resident_rank[gpurma::detail::resident_peers];
    std::uint32_t is_crowded;  ///< 1: a peer has had to make room for another

    std::uint32_t tag_counters[gpurma::detail::counter_tags];  ///< counting notifications that nobody waited for yet

    std::uint64_t result;  ///< what the first warp found, for all threads
    gpurma::detail::counters_record counters;
    std::uint64_t wait_cycles;  ///< in short waits, whose time is counted in cycles
    std::uint64_t start_cycles;
    std::uint64_t start_ns;
    gpurma::detail::collective collective;  ///< that the rank is in, for those who look at it in a barrier
};

/// Statistics of a rank; a build with GPURMA_NO_COUNTERS shows what they cost.
#ifdef GPURMA_NO_COUNTERS
#define GPURMA_COUNT(statement) static_cast<void>(0)
#else
#define GPURMA_COUNT(statement) statement
#endif

namespace gpurma {
namespace detail {

__device__ __forceinline__ std::uint32_t thread_index() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ __forceinline__ std::uint32_t thread_count() { return blockDim.x * blockDim.y * blockDim.z; }

/// The thread that speaks for its rank.
__device__ __forceinline__ bool is_leader() { return thread_index() == 0; }

/// Any thread may stop the rank while others look.
__device__ __forceinline__ bool is_stopped(gpurma_state &gst) { return load_relaxed_block(&gst.stopped) != 0; }
__device__ __forceinline__ void stop(gpurma_state &gst) { store_relaxed_block(&gst.stopped, 1); }

/// The first warp of the rank: it searches, polls and moves packets together; lane 0 is the leader.
struct first_warp {
    std::uint32_t lane;
    std::uint32_t width;  ///< lanes, fewer than 32 in a small rank
    std::uint32_t mask;

    __device__ __forceinline__ first_warp()
        : lane(thread_index()),
          width(thread_count() < 32 ? thread_count() : 32),
          mask(width == 32 ? 0xffffffffu : (1u << width) - 1) {}

    __device__ __forceinline__ bool leads() const { return lane == 0; }
    __device__ __forceinline__ void join() const { __syncwarp(mask); }
    __device__ __forceinline__ std::uint32_t vote(bool mine) const { return __ballot_sync(mask, mine); }
    template <typename T>
    __device__ __forceinline__ T from(T mine, std::uint32_t source) const {
        return __shfl_sync(mask, mine, static_cast<int>(source));
    }
    template <typename T>
    __device__ __forceinline__ T from_leader(T mine) const {
        return from(mine, 0);
    }
    /// The leader's view, so that no lane runs on alone.
    __device__ __forceinline__ bool stopped(gpurma_state &gst) const { return from_leader(is_stopped(gst)); }
};

template <typename T>
__device__ __forceinline__ T *at(std::uint64_t base, std::uint64_t offset) {
    return reinterpret_cast<T *>(base + offset);
}

__device__ __forceinline__ std::uint64_t host_area(gpurma_state &gst) {
    return gst.context.host_areas + gst.device_rank * gst.context.host_area_stride;
}

/// Base of the arena of a near rank's GPU as mapped here; 0 where it cannot be reached.
__device__ __forceinline__ std::uint64_t arena_of(gpurma_state &gst, std::uint32_t near_rank) {
    return gst.context.arenas[near_rank / gst.context.device_ranks];
}

__device__ __forceinline__ std::uint64_t own_arena(gpurma_state &gst) { return gst.own_arena; }

__device__ __forceinline__ std::uint64_t device_area_of(gpurma_state &gst, std::uint32_t near_rank) {
    return arena_of(gst, near_rank) + gst.context.device_areas +
           near_rank % gst.context.device_ranks * gst.context.device_area_stride;
}

__device__ __forceinline__ std::uint64_t own_device_area(gpurma_state &gst) {
    return own_arena(gst) + gst.context.device_areas + gst.device_rank * gst.context.device_area_stride;
}

__device__ __forceinline__ bool on_this_device(gpurma_state &gst, std::uint32_t near_rank) {
    return near_rank / gst.context.device_ranks == gst.context.process_index - gst.context.near_first;
}

/// Whether there are ranks that only the host reaches.
__device__ __forceinline__ bool has_far_ranks(gpurma_state &gst) {
    return gst.context.process_count != gst.context.near_processes;
}

/// Whether the job must end. The flag in host memory is one word for all ranks, and hundreds of multiprocessors that
/// read the same word of the host queue up behind each other: with 396 ranks polling it, a put of 8 B on one H200 took
/// 3.3 instead of 2.2 us, with 792 ranks 7.5. So the ranks take turns, and tell each other in device memory.
__device__ __forceinline__ bool host_aborts(gpurma_state &gst, std::uint32_t polls) {
    device_shared *shared = at<device_shared>(own_arena(gst), gst.context.shared);
    if (load_relaxed_device(&shared->abort) != 0) return true;
    if (polls % (polls_a_look * gst.context.device_ranks) != 0) return false;
    if (load_relaxed_system(&at<control_page>(gst.context.control, 0)->abort) == 0) return false;
    store_release_device(&shared->abort, 1);
    return true;
}

/// One wait of the leader alone: counts failed polls, relaxes, and notices the host's abort.
struct patience {
    std::uint32_t polls = 0;

    __device__ __forceinline__ bool runs_out(gpurma_state &gst) {
        polls++;
        relax(polls);
        if (polls % polls_a_look == 0 && host_aborts(gst, polls)) stop(gst);
        return is_stopped(gst);
    }
};

/// Leader only: the cycles of short waits, as nanoseconds of the device's clock.
__device__ __forceinline__ void add_up_waits(gpurma_state &gst) {
    const double cycles = static_cast<double>(device_cycles() - gst.start_cycles);
    const double ns = static_cast<double>(device_time_ns() - gst.start_ns);
    gst.counters.wait_ns += static_cast<std::uint64_t>(static_cast<double>(gst.wait_cycles) * (ns / cycles));
    gst.wait_cycles = 0;
}

/// Copies the totals to host memory, where the runtime samples them. Posted stores: nobody waits for them, unless a
/// release comes soon after. Leader only.
GPURMA_OUT_OF_LINE void publish_counters(gpurma_state &gst) {
    add_up_waits(gst);
    std::uint64_t *to = at<std::uint64_t>(host_area(gst), gst.context.host.counters);
    const std::uint64_t *from = reinterpret_cast<const std::uint64_t *>(&gst.counters);
    for (unsigned i = 0; i < sizeof(counters_record) / sizeof(std::uint64_t); i++) store_relaxed_system(to + i, from[i]);
}

}  // namespace detail
}  // namespace gpurma
