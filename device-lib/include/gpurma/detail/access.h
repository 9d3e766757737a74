// An access to another rank: what it is, where it leads, and the puts that a rank makes itself, to a rank whose memory it
// reaches.
#pragma once

#include "gpurma/detail/collectives.h"

namespace gpurma {
namespace detail {

/// An operation as every thread knows it.
struct access {
    const char *call;  ///< for errors
    int window;        ///< or unwindowed(comm), for a notification alone
    int rank;          ///< in the window's communicator
    int offset;
    int bytes;
    const char *buffer;
    int tag;
    std::uint32_t flags;
};

/// In place of a window: any rank of a communicator, but none of its memory.
__device__ __forceinline__ int unwindowed(int comm) { return static_cast<int>(no_window) - 1 + comm; }
__device__ __forceinline__ bool is_unwindowed(int window) { return window >= unwindowed(comm_world); }

/// All threads copy, `depth` units a thread in flight. The ranges do not overlap.
template <std::uint32_t depth, typename Unit, typename Load>
__device__ __forceinline__ void copy_in_flight(Unit *__restrict__ to, const Unit *__restrict__ from, std::uint64_t units,
                                               Load load) {
    const std::uint64_t stride = thread_count();
    std::uint64_t i = thread_index();
    for (; i + (depth - 1) * stride < units; i += depth * stride) {
        Unit held[depth];
        for (std::uint32_t k = 0; k < depth; k++) held[k] = load(from + i + k * stride);
        for (std::uint32_t k = 0; k < depth; k++) to[i + k * stride] = held[k];
    }
    Unit held[depth];
    for (std::uint32_t k = 0; k < depth; k++) {
        if (i + k * stride < units) held[k] = load(from + i + k * stride);
    }
    for (std::uint32_t k = 0; k < depth; k++) {
        if (i + k * stride < units) to[i + k * stride] = held[k];
    }
}

/// What this GPU holds. More than four units in flight take registers and bring nothing: 64 KiB to the next H200 take
/// 3.83 us with four, 3.96 with eight, 4.40 with twelve.
struct load_own {
    static constexpr std::uint32_t depth = 4;

    template <typename Unit>
    __device__ __forceinline__ Unit operator()(const Unit *from) const {
        return *from;
    }
};
/// What may lie on another GPU, a longer trip: 64 KiB take 6.6 us with four units in flight, 4.9 with eight.
struct load_others {
    static constexpr std::uint32_t depth = 8;

    template <typename Unit>
    __device__ __forceinline__ Unit operator()(const Unit *from) const {
        return load_fresh(from);
    }
};

template <typename Unit, typename Load>
__device__ __forceinline__ void copy_units(Unit *to, const Unit *from, std::uint64_t units, Load load) {
    copy_in_flight<Load::depth>(to, from, units, load);
}

/// Whether a copy can go 16 bytes at a time.
__device__ __forceinline__ bool is_of_lines(const void *to, const void *from, std::uint64_t bytes) {
    return ((reinterpret_cast<std::uint64_t>(to) | reinterpret_cast<std::uint64_t>(from) | bytes) & 15) == 0;
}

/// Copies with the widest unit that both addresses and the length allow.
template <typename Load>
__device__ inline void copy_bytes(char *to, const char *from, std::uint64_t bytes, Load load) {
    const std::uint64_t alignment =
        (reinterpret_cast<std::uint64_t>(to) | reinterpret_cast<std::uint64_t>(from) | bytes) & 15;
    if (alignment == 0) {
        copy_units(reinterpret_cast<uint4 *>(to), reinterpret_cast<const uint4 *>(from), bytes / 16, load);
    } else if ((alignment & 3) == 0) {
        copy_units(reinterpret_cast<std::uint32_t *>(to), reinterpret_cast<const std::uint32_t *>(from), bytes / 4, load);
    } else {
        copy_units(to, from, bytes, load);
    }
}

__device__ inline int comm_rank(gpurma_state &gst, int comm) {
    return static_cast<int>(comm == comm_world ? gst.context.rank_start + gst.device_rank : gst.device_rank);
}

__device__ __forceinline__ int comm_of(access what) {
    return is_unwindowed(what.window) ? what.window - unwindowed(comm_world) : what.window >> window_comm_shift;
}

__device__ __forceinline__ route &route_slot(gpurma_state &gst, access what) {
    return gst.routes[static_cast<std::uint32_t>(what.rank + 3 * what.window) % route_slots];
}

/// Leader only.
GPURMA_OUT_OF_LINE void look_up_route(gpurma_state &gst, access what) {
    if (!is_unwindowed(what.window) && !is_alive(gst, what.window)) {
        fail(gst, fault_kind::window_misuse, "%0 is not a window that is alive", what.call, what.window);
        return;
    }
    const int comm = comm_of(what);
    if (what.rank < 0 || what.rank >= comm_size(gst, comm)) {
        fail(gst, fault_kind::window_misuse, "rank %0 is outside the communicator's 0 to %1", what.call, what.rank,
             comm_size(gst, comm) - 1);
        return;
    }
    route found = {static_cast<std::uint32_t>(what.window), static_cast<std::uint32_t>(what.rank), 0, no_rank, 0, 0, 0};
    const std::uint32_t near = near_rank_of(gst, static_cast<std::uint32_t>(comm), what.rank);
    if (near < gst.near_ranks && arena_of(gst, near) != 0) {
        if (!is_resident(gst, near)) make_resident(gst, near);
        found.near_rank = near;
        found.target = place_of_peer(near);
        if (!is_unwindowed(what.window)) {
            const window_part part = *part_of(gst, own_arena(gst), found.window, near);
            found.bytes = static_cast<std::uint32_t>(part.bytes);
            found.base = arena_of(gst, near) + part.base;
        }
    } else {
        found.window |= route_through_host;
        // How large a part is that the host reaches, its process knows.
        found.bytes = 0x7fffffff;
    }
    route_slot(gst, what) = found;
}

/// Whether the route is that of the access, to a near rank.
__device__ __forceinline__ bool leads_to(const route &known, const access &what) {
    return known.window == static_cast<std::uint32_t>(what.window) && known.rank == static_cast<std::uint32_t>(what.rank);
}

/// Whether the route is that of the access, to a rank that the host reaches.
__device__ __forceinline__ bool leads_to_host(const route &known, const access &what) {
    return known.window == (static_cast<std::uint32_t>(what.window) | route_through_host) &&
           known.rank == static_cast<std::uint32_t>(what.rank);
}

/// All threads, alike; ends the rank where there is no such window or rank.
__device__ __forceinline__ route find_route(gpurma_state &gst, access what) {
    route known = route_slot(gst, what);
    known.window &= ~route_through_host;
    if (leads_to(known, what)) return known;
    by_leader(gst, [&] {
        look_up_route(gst, what);
        return 0;
    });
    return route_slot(gst, what);
}

GPURMA_OUT_OF_LINE void refuse(gpurma_state &gst, access what, std::uint32_t bytes) {
    if (what.offset < 0 || what.bytes < 0) {
        fail(gst, fault_kind::window_misuse, "offset %0 and size %1 must not be negative", what.call, what.offset,
             what.bytes);
    } else if (what.tag < 0) {
        fail(gst, fault_kind::api_misuse, "tag %0 is negative", what.call, what.tag);
    } else if ((what.flags & access_counts) != 0 && what.tag >= static_cast<int>(counter_tags)) {
        fail(gst, fault_kind::api_misuse, "tag %0 of a counting notification is outside 0 to 255", what.call, what.tag);
    } else {
        fail(gst, fault_kind::window_misuse, "%0 bytes at offset %1 leave the window of rank %2, which has %3 bytes",
             what.call, what.bytes, what.offset, what.rank, bytes);
    }
}

/// All threads, alike.
__device__ __forceinline__ bool is_valid(access what, route to) {
    const bool fits = (what.offset | what.bytes | what.tag) >= 0 &&
                      static_cast<std::uint32_t>(what.offset) + static_cast<std::uint32_t>(what.bytes) <= to.bytes;
    return fits && ((what.flags & access_counts) == 0 || what.tag < static_cast<int>(counter_tags));
}

/// The target's state, at hand for all threads.
__device__ __forceinline__ peer_state &target_of(gpurma_state &gst, const route &to) {
    return *reinterpret_cast<peer_state *>(reinterpret_cast<char *>(&gst) + to.target);
}

/// Waits until the target has room for `pieces` more and all pieces before number `settled` are in its window, and
/// meanwhile takes what others sent here. All threads.
GPURMA_OUT_OF_LINE void wait_for_credit(gpurma_state &gst, std::uint32_t target, std::uint32_t settled,
                                        std::uint32_t pieces) {
    by_first_warp(gst, [&](first_warp warp) {
        if (warp.leads()) GPURMA_COUNT(gst.counters.queue_full_stalls++);
        const wait_subject lane = {wait_kind::lane, no_window, static_cast<int>(target), any, pieces};
        credit *given = credit_from(gst, target);
        wait_draining(gst, warp, lane, [&] {
            // Draining may have moved the peer's state.
            const std::uint32_t left = peer(gst, target).sent + pieces - load_relaxed_system(&given->taken);
            return left <= lane_pieces && reached(load_relaxed_system(&given->settled), settled);
        });
        // Acquire: what was settled is in the window before anything that this rank stores there next.
        load_acquire_system(&given->settled);
        peer_state &to = resident_peer(gst, warp, target);
        if (warp.leads()) to.credits = load_relaxed_system(&given->taken);
        return 0;
    });
}

__device__ __forceinline__ piece header_of(access what, std::uint32_t payload, std::uint32_t flags) {
    return piece{{static_cast<std::uint32_t>(what.tag), static_cast<std::uint32_t>(what.offset),
                  (static_cast<std::uint32_t>(what.window) & 0xffff) | payload << header_bytes_shift |
                      flags << header_flags_shift},
                 0};
}

/// Leader only.
__device__ __forceinline__ void count_put(gpurma_state &gst, std::uint32_t bytes, std::uint32_t flags,
                                          std::uint32_t path) {
#ifndef GPURMA_NO_COUNTERS
    path_counters &counters = gst.counters.paths[path];
    if (bytes > 0) {
        counters.puts++;
        counters.put_bytes += bytes;
    }
    if (flags != 0) counters.notifications_sent++;
#endif
}

/// Leader only.
__device__ __forceinline__ void count_put(gpurma_state &gst, const access &what, std::uint32_t path) {
    count_put(gst, static_cast<std::uint32_t>(what.bytes), what.flags, path);
}

/// Leader only: what a packet leaves to be noted.
__device__ __forceinline__ void note_packet(gpurma_state &gst, const access &put, const route &to,
                                            std::uint32_t first, std::uint32_t pieces) {
    peer_state &target = target_of(gst, to);
    // As in book.
    const std::uint32_t lane_sent = gst.lane_sent + pieces;
    count_put(gst, put, target.path);
    target.sent = first + pieces;
    if (put.bytes > 0) target.packets_end = first + pieces;
    gst.lane_sent = lane_sent;
    refresh_credits(gst, target, to.near_rank);
}

/// Small puts: header and payload as pieces in the target's lane; the target moves them into its window.
GPURMA_OUT_OF_LINE void put_packet(gpurma_state &gst, access put, route to) {
    const std::uint32_t bytes = static_cast<std::uint32_t>(put.bytes);
    const std::uint32_t pieces = 1 + payload_pieces(bytes);
    peer_state &target = target_of(gst, to);
    if (!has_room(target, pieces)) wait_for_credit(gst, to.near_rank, target.settled_here, pieces);
    const std::uint32_t first = target.sent;
    write_packet(target.outgoing, first, header_of(put, bytes, put.flags), put.buffer, bytes);
    // The buffer has been read, and `sent` by all threads.
    __syncthreads();
    if (is_leader()) note_packet(gst, put, to, first, pieces);
}

/// All threads: any packet to a near rank with a known route. Three packets of 1 KiB are more than a lane holds, so two
/// ranks that exchange such have to look for room before every put: a trip to memory, where wait_for_credit takes three.
GPURMA_OUT_OF_LINE void put_any_packet(gpurma_state &state, access put) {
    gpurma_state &gst = at_hand(state);
    // All threads have come to the conclusion that brought them here; what the leader does now changes what it rests on.
    __syncthreads();
    const route to = route_slot(gst, put);
    peer_state &target = target_of(gst, to);
    if (is_leader()) {
        book_what_is_left(gst);
        if (!has_room(target, 1 + payload_pieces(static_cast<std::uint32_t>(put.bytes)))) {
            target.credits = load_relaxed_system(&credit_from(gst, to.near_rank)->taken);
        }
    }
    __syncthreads();
    put_packet(gst, put, to);
}

/// Leader only: a header alone, behind whatever this rank did before; `store(place, header)` says in which order.
template <typename Store>
__device__ __forceinline__ void send_header(gpurma_state &gst, peer_state &target, std::uint32_t near_rank,
                                            piece header, Store store) {
    header.sequence = target.sent + 1;
    store(at<piece>(target.outgoing, 0) + (target.sent & (lane_pieces - 1)), header);
    target.sent++;
    gst.lane_sent++;
    refresh_credits(gst, target, near_rank);
}

/// Larger puts and puts onto their own memory: the bytes into the window itself, then a header that releases them. The
/// target is settled: packets that are not in its window yet may go to the same place.
template <typename Copy>
__device__ __forceinline__ void put_into_window(gpurma_state &gst, const access &put, const route &to, Copy copy) {
    peer_state &target = target_of(gst, to);
    copy();
    __syncthreads();
    if (!is_leader()) return;
    const bool same_device = target.path == path_device;
    send_header(gst, target, to.near_rank, header_of(put, 0, put.flags | access_direct),
                [=](piece *place, piece header) { store_piece_release(place, header, same_device); });
    count_put(gst, put, target.path);
    book_what_is_left(gst);
}

GPURMA_OUT_OF_LINE void put_directly(gpurma_state &gst, access put, route to) {
    put_into_window(gst, put, to, [&] {
        char *window = at<char>(to.base, static_cast<std::uint64_t>(put.offset));
        // Overlapping windows laid out by the program: the bytes are there already (GPU RMA thesis, 3.2.3, no-copy).
        if (window != put.buffer) copy_bytes(window, put.buffer, static_cast<std::uint64_t>(put.bytes), load_own());
    });
}

/// Whether a header can go out, and nothing is on its way that a direct access might overtake.
__device__ __forceinline__ bool is_settled(const peer_state &target) {
    return reached(target.settled_here, target.packets_end) && has_room(target, 1);
}

GPURMA_OUT_OF_LINE void settle_with(gpurma_state &gst, const route &to) {
    peer_state &target = target_of(gst, to);
    wait_for_credit(gst, to.near_rank, target.packets_end, 1);
    __syncthreads();
    if (is_leader()) target.settled_here = target.packets_end;
}

__device__ __forceinline__ bool is_in_place(const access &put, const route &to) {
    return put.bytes > 0 && at<const char>(to.base, static_cast<std::uint64_t>(put.offset)) == put.buffer;
}

GPURMA_OUT_OF_LINE void put_near(gpurma_state &gst, access put, route to) {
    if (put.bytes > static_cast<int>(packet_bytes) || is_in_place(put, to)) {
        if (!is_settled(target_of(gst, to))) settle_with(gst, to);
        put_directly(gst, put, to);
        return;
    }
    put_packet(gst, put, to);
}

}  // namespace detail
}  // namespace gpurma
