// The near ranks as one of them sees them: how many pieces went to each lane and came out of it, and which peers are at
// hand in shared memory.
#pragma once

#include "gpurma/detail/fault.h"
#include "gpurma/detail/waiting.h"

namespace gpurma {
namespace detail {

constexpr int comm_world = 0;
constexpr int comm_device = 1;
constexpr int any = -1;

__device__ __forceinline__ std::uint32_t comm_of(std::uint32_t window) { return window >> window_comm_shift; }

__device__ __forceinline__ bool is_alive(gpurma_state &gst, int window) {
    if (window < 0) return false;
    const std::uint32_t comm = comm_of(static_cast<std::uint32_t>(window));
    const std::uint32_t slot = static_cast<std::uint32_t>(window) & window_slot_mask;
    return comm <= 1 && slot < window_slots && (gst.windows_alive[comm] >> slot & 1) != 0;
}

/// Rank in a window's communicator of a near rank.
__device__ __forceinline__ std::uint32_t comm_rank_of(gpurma_state &gst, std::uint32_t comm, std::uint32_t near_rank) {
    return comm == comm_world ? gst.near_start + near_rank : near_rank % gst.context.device_ranks;
}

/// The near rank that a rank of a communicator is; near_ranks or more where it is not near.
__device__ __forceinline__ std::uint32_t near_rank_of(gpurma_state &gst, std::uint32_t comm, int rank) {
    const std::uint32_t index = static_cast<std::uint32_t>(rank);
    if (comm == comm_world) return index - gst.near_start;
    return gst.near_rank - gst.device_rank + index;
}

__device__ __forceinline__ window_part *part_of(gpurma_state &gst, std::uint64_t arena, std::uint32_t window,
                                                std::uint32_t near_rank) {
    const std::uint32_t row = comm_of(window) * window_slots + (window & window_slot_mask);
    return at<window_part>(arena, gst.context.window_parts) + (row * gst.near_ranks + near_rank);
}

__device__ __forceinline__ bool is_resident(gpurma_state &gst, std::uint32_t near_rank) {
    return gst.resident_rank[near_rank % resident_peers] == near_rank;
}

/// Where it is then in the library's state, in bytes.
__device__ __forceinline__ std::uint32_t place_of_peer(std::uint32_t near_rank) {
    return static_cast<std::uint32_t>(offsetof(gpurma_state, resident) + near_rank % resident_peers * sizeof(peer_state));
}

/// Where a peer's state is now.
__device__ __forceinline__ peer_state &peer(gpurma_state &gst, std::uint32_t near_rank) {
    return is_resident(gst, near_rank) ? gst.resident[near_rank % resident_peers]
                                       : at<peer_state>(gst.peers, 0)[near_rank];
}

/// Leader only, between two barriers of those who look at the peers.
GPURMA_OUT_OF_LINE void make_resident(gpurma_state &gst, std::uint32_t near_rank) {
    const std::uint32_t slot = near_rank % resident_peers;
    const std::uint32_t before = gst.resident_rank[slot];
    peer_state *peers = at<peer_state>(gst.peers, 0);
    if (before != no_rank) {
        gst.is_crowded = 1;
        peers[before] = gst.resident[slot];
        for (std::uint32_t i = 0; i < route_slots; i++) {
            if (gst.routes[i].near_rank == before) gst.routes[i].rank = unknown_rank;
        }
    }
    gst.resident[slot] = peers[near_rank];
    gst.resident_rank[slot] = near_rank;
}

/// First warp.
__device__ __forceinline__ peer_state &resident_peer(gpurma_state &gst, first_warp warp,
                                                     std::uint32_t near_rank) {
    if (!is_resident(gst, near_rank)) {
        warp.join();
        if (warp.leads()) make_resident(gst, near_rank);
        warp.join();
    }
    return gst.resident[near_rank % resident_peers];
}

__device__ __forceinline__ bool has_room(const peer_state &target, std::uint32_t pieces) {
    return target.sent + pieces - target.credits <= lane_pieces;
}

/// Where the near rank `target` writes how many pieces it took from this rank.
__device__ __forceinline__ credit *credit_from(gpurma_state &gst, std::uint32_t target) {
    return at<credit>(own_device_area(gst), gst.context.device.credits) + target;
}

/// One thread: makes known to a source how much of its lane was taken. The pieces have been read, their values used, so
/// no fence is needed for their slots to be written again.
__device__ __forceinline__ void pay_credit(peer_state &source) {
    store_relaxed_system(&reinterpret_cast<credit *>(source.credit_to)->taken, source.taken);
    source.paid = source.taken;
}

/// One thread: looks how much a near rank has taken, before there is no room for more. In time for the next puts, while
/// what was sent is on its way.
__device__ __forceinline__ void refresh_credits(gpurma_state &gst, peer_state &target, std::uint32_t near_rank) {
    if (target.sent - target.credits <= lane_pieces / 2) return;
    target.credits = load_relaxed_system(&credit_from(gst, near_rank)->taken);
}

/// One thread: something has come from a near rank, which has likely taken what was sent to it. Without this look, two
/// H200s that sent each other 1 KiB at a time waited for room every third time.
__device__ __forceinline__ void exchange_credits(gpurma_state &gst, peer_state &peer, std::uint32_t near_rank) {
    if (peer.taken - peer.paid >= lane_pieces / 4) pay_credit(peer);
    refresh_credits(gst, peer, near_rank);
}

__device__ __forceinline__ std::uint32_t payload_pieces(std::uint32_t payload) {
    return (payload + payload_bytes_per_piece - 1) / payload_bytes_per_piece;
}

/// Pieces of the access that a short wait took or saw.
__device__ __forceinline__ std::uint32_t pieces_of(const unbooked &waited) {
    const std::uint32_t heading = waited.peer == from_the_host ? 2 : 1;
    return heading + payload_pieces(waited.about >> header_bytes_shift & header_bytes_mask);
}

/// Leader only: books what a short wait took. Before the barrier of every call that looks at the peers. Reads what it
/// can before it writes: a read behind a write waits for it.
__device__ __forceinline__ void book(gpurma_state &gst) {
    const unbooked waited = gst.unbooked;
    if (waited.about == 0) return;
    const std::uint32_t pieces = pieces_of(waited);
    const std::uint32_t waits = gst.short_waits;
    const bool by_host = waited.peer == from_the_host;
    if (GPURMA_SELDOM(waited.timed)) GPURMA_COUNT(gst.wait_cycles += short_waits_a_timing * waited.cycles);
    if (GPURMA_SELDOM(by_host)) {
        gst.host_taken += pieces;
        gst.last_source = from_the_host;
        GPURMA_COUNT(gst.counters.paths[path_network].notifications_matched++);
    } else {
        peer_state &from = gst.resident[waited.peer];
        const std::uint32_t rank = gst.resident_rank[waited.peer];
        const std::uint32_t taken = from.taken + pieces;
        const std::uint32_t lane_taken = gst.lane_taken + pieces;
        GPURMA_COUNT(gst.counters.paths[from.path].notifications_matched++);
        from.taken = taken;
        gst.lane_taken = lane_taken;
        gst.last_source = rank;
        exchange_credits(gst, from, rank);
    }
    gst.unbooked.about = 0;
    gst.recent_pieces = pieces;
    gst.short_waits = waits + 1;
}

/// Leader only: the same where it is seldom due, or does not matter.
GPURMA_OUT_OF_LINE void book_called(gpurma_state &state) { book(at_hand(state)); }

/// The same between two waits of the first warp.
__device__ __forceinline__ void book_called(gpurma_state &gst, first_warp warp) {
    warp.join();
    if (warp.leads()) book_called(gst);
    warp.join();
}

__device__ __forceinline__ void book_what_is_left(gpurma_state &gst) {
    // A load that the compiler does not let the other threads make, too.
    if (GPURMA_SELDOM(load_relaxed_block(&gst.unbooked.about) != 0)) book_called(gst);
}

/// First warp: what came was not what a short wait was for; it is still in its lane.
__device__ __forceinline__ void drop_unbooked(gpurma_state &gst, first_warp warp) {
    // All lanes have read what is changed here.
    warp.join();
    if (warp.leads() && gst.unbooked.about != 0) {
        gst.recent_pieces = pieces_of(gst.unbooked);
        gst.unbooked.about = 0;
    }
    warp.join();
}

/// Once a rank, all threads: the addresses of all lanes.
__device__ inline void find_peers(gpurma_state &gst) {
    const device_layout &device = gst.context.device;
    for (std::uint32_t other = thread_index(); other < gst.near_ranks; other += thread_count()) {
        peer_state &state = at<peer_state>(gst.peers, 0)[other];
        state = peer_state{};
        state.arena = arena_of(gst, other);
        if (state.arena == 0) continue;
        const std::uint64_t area = device_area_of(gst, other);
        state.outgoing = area + device.lanes + gst.near_rank * lane_pieces * sizeof(piece);
        state.incoming = own_device_area(gst) + device.lanes + other * lane_pieces * sizeof(piece);
        state.credit_to = area + device.credits + gst.near_rank * sizeof(credit);
        state.path = on_this_device(gst, other) ? path_device : path_peer;
    }
    __syncthreads();
}

}  // namespace detail
}  // namespace gpurma
