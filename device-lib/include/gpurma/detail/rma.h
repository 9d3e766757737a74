// Remote memory access: by the rank itself where it reaches the target's memory, elsewhere through its host.
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
    route found = {static_cast<std::uint32_t>(what.window), static_cast<std::uint32_t>(what.rank), 0, no_rank, 0, 0};
    const std::uint32_t near = near_rank_of(gst, static_cast<std::uint32_t>(comm), what.rank);
    if (near < gst.near_ranks && arena_of(gst, near) != 0) {
        if (!is_resident(gst, near)) make_resident(gst, near);
        found.near_rank = near;
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
    return gst.resident[to.near_rank % resident_peers];
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
    target.sent = first + pieces;
    if (put.bytes > 0) target.packets_end = first + pieces;
    gst.lane_sent += pieces;
    count_put(gst, put, target.path);
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

/// Leader only: a header alone, behind whatever this rank did before.
__device__ __forceinline__ void send_header(gpurma_state &gst, peer_state &target, std::uint32_t near_rank,
                                            piece header) {
    header.sequence = target.sent + 1;
    store_piece(at<piece>(target.outgoing, 0) + (target.sent & (lane_pieces - 1)), header);
    target.sent++;
    gst.lane_sent++;
    refresh_credits(gst, target, near_rank);
}

/// Larger puts and puts onto their own memory: the bytes into the window itself, then a header behind a fence. The
/// target is settled: packets that are not in its window yet may go to the same place.
template <typename Copy>
__device__ __forceinline__ void put_into_window(gpurma_state &gst, const access &put, const route &to, Copy copy) {
    peer_state &target = target_of(gst, to);
    copy();
    __syncthreads();
    if (!is_leader()) return;
    release_fence(target.path == path_device);
    send_header(gst, target, to.near_rank, header_of(put, 0, put.flags | access_direct));
    count_put(gst, put, target.path);
    book(gst);
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

/// Head of a command that accesses another rank's window through the host.
__device__ __forceinline__ std::uint32_t command_head(opcode what, access put, std::uint32_t flags) {
    return static_cast<std::uint32_t>(what) | flags << 8 |
           (is_unwindowed(put.window) ? static_cast<std::uint32_t>(no_window) : static_cast<std::uint32_t>(put.window)) << 16;
}

/// What the command of a put says besides its head: the offset, or the communicator of a notification alone.
__device__ __forceinline__ std::uint32_t command_place(const access &put) {
    return static_cast<std::uint32_t>(is_unwindowed(put.window) ? comm_of(put) : put.offset);
}

/// Pieces of a put's command in front of its payload.
constexpr std::uint32_t command_heading = 2;

__device__ __forceinline__ std::uint32_t command_entries(std::uint32_t bytes) {
    return (command_heading + payload_pieces(bytes) + 3) / 4;
}

/// Piece `index` of a put's command that is no payload.
__device__ __forceinline__ piece command_piece(std::uint32_t index, std::uint32_t head, int rank, int tag,
                                               std::uint32_t place, std::uint32_t bytes) {
    if (index == 0) return piece{{head, static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(tag)}, 0};
    return piece{{place, bytes, 0}, 0};
}

/// Piece `index` of the entries that begin with number `first`. All pieces validate themselves: no fence.
__device__ __forceinline__ void store_command_piece(gpurma_state &gst, std::uint32_t first, std::uint32_t index,
                                                    piece next) {
    entry *ring = at<entry>(host_area(gst), gst.context.host.command_ring);
    const std::uint32_t number = first + index / 4;
    next.sequence = number + 1;
    store_piece(&ring[number & (gst.context.command_slots - 1)].pieces[index % 4], next);
}

/// Leader only: the command of a put has been written.
__device__ __forceinline__ void note_command(gpurma_state &gst, std::uint32_t end, std::uint32_t bytes,
                                             std::uint32_t flags) {
    gst.commands_sent = end;
    count_put(gst, bytes, flags, path_network);
}

/// Small puts through the host: the payload in the command itself and in the entries behind it, which all threads
/// write.
GPURMA_OUT_OF_LINE void put_in_command(gpurma_state &gst, access put) {
    const std::uint32_t bytes = static_cast<std::uint32_t>(put.bytes);
    const std::uint32_t entries = command_entries(bytes);
    const std::uint32_t first = gst.commands_sent;
    if (!has_room(command_ring(gst), entries)) {
        by_first_warp(gst, [&](first_warp warp) {
            make_room(gst, warp, command_ring(gst), entries);
            return 0;
        });
    }
    const std::uint32_t head = command_head(opcode::put, put, put.flags);
    for (std::uint32_t i = thread_index(); i < 4 * entries; i += thread_count()) {
        store_command_piece(gst, first, i,
                            i < command_heading ? command_piece(i, head, put.rank, put.tag, command_place(put), bytes)
                                                : gather_payload(put.buffer, bytes, i - command_heading));
    }
    __syncthreads();
    if (is_leader()) note_command(gst, first + entries, bytes, put.flags);
}

/// All threads: the same for a payload of words where there is room and a thread for each piece; false where not. Takes
/// numbers, no records: those travel by way of the stack, and with two such calls a put took 2.1 us on an H200 before
/// it had written anything.
GPURMA_OUT_OF_LINE bool put_in_short_command(gpurma_state &gst, std::uint32_t head, int rank, int tag,
                                             std::uint32_t place, std::uint32_t bytes, const char *buffer) {
    const std::uint32_t thread = thread_index();
    const std::uint32_t entries = command_entries(bytes);
    const std::uint32_t first = gst.commands_sent;
    if (4 * entries > thread_count() || !has_room(command_ring(gst), entries)) return false;
    if (thread < 4 * entries) {
        piece next = thread < command_heading ? command_piece(thread, head, rank, tag, place, bytes) : piece{};
        gather_words(next, buffer, bytes, thread - command_heading);
        store_command_piece(gst, first, thread, next);
    }
    // The buffer has been read, and the number of commands by all threads.
    __syncthreads();
    if (is_leader()) {
        note_command(gst, first + entries, bytes, head >> 8 & 0xff);
        book(gst);
    }
    return true;
}

/// First warp: index of a staging slot that the host has released.
__device__ inline std::uint32_t acquire_staging(gpurma_state &gst, first_warp warp) {
    const gpurma_context &context = gst.context;
    const std::uint32_t taken = gst.staging_taken;
    make_room(gst, warp,
              {taken, context.staging_slots,
               at<std::uint32_t>(host_area(gst), context.host.staging_released), gst.staging_released},
              1);
    if (warp.leads()) gst.staging_taken = taken + 1;
    return taken & (context.staging_slots - 1);
}

/// Leader only: the words that all accesses through the host share.
__device__ __forceinline__ void fill_access(std::uint32_t (&words)[entry_words], opcode what, access how) {
    words[0] = command_head(what, how, how.flags);
    words[1] = static_cast<std::uint32_t>(how.rank);
    words[2] = static_cast<std::uint32_t>(how.tag);
    words[3] = static_cast<std::uint32_t>(how.offset);
    words[4] = static_cast<std::uint32_t>(how.bytes);
    words[6] = low_word(reinterpret_cast<std::uint64_t>(how.buffer));
    words[7] = high_word(reinterpret_cast<std::uint64_t>(how.buffer));
}

/// Middling puts through the host: the payload goes to pinned host memory, from where one message carries it on.
GPURMA_OUT_OF_LINE void put_staged(gpurma_state &gst, access put) {
    const gpurma_context &context = gst.context;
    const std::uint32_t staging =
        static_cast<std::uint32_t>(by_first_warp(gst, [&](first_warp warp) { return acquire_staging(gst, warp); }));
    const std::uint64_t slot = host_area(gst) + context.host.staging +
                               static_cast<std::uint64_t>(staging) * (staging_header_bytes + context.staging_payload_bytes);
    copy_bytes(at<char>(slot, staging_header_bytes), put.buffer, static_cast<std::uint64_t>(put.bytes), load_own());
    by_first_warp(gst, [&](first_warp warp) {
        make_room(gst, warp, command_ring(gst), 1);
        if (!warp.leads()) return 0;
        std::uint32_t words[entry_words] = {};
        fill_access(words, opcode::put_staged, put);
        words[8] = staging;
        // The payload was stored by all threads of the block: the fence orders it before the command for the host.
        release_fence_system();
        send_command(gst, words);
        count_put(gst, put, path_network);
        return 0;
    });
}

/// Large puts through the host: it reads the source from device memory, and answers when it has.
GPURMA_OUT_OF_LINE void put_in_bulk(gpurma_state &gst, access put) {
    by_first_warp(gst, [&](first_warp warp) {
        make_room(gst, warp, command_ring(gst), 1);
        if (warp.leads()) {
            std::uint32_t words[entry_words] = {};
            fill_access(words, opcode::put_bulk, put);
            ask_host(gst, words);
        }
        warp.join();
        // The host answers once the target's host has taken the bytes, which may wait for what the target takes.
        if (!wait_draining(gst, warp, host_to_act(), [&] { return has_answered(gst); })) return 0;
        warp.join();
        if (!warp.leads()) return 0;
        take_answer(gst);
        count_put(gst, put, path_network);
        return 0;
    });
}

__device__ inline void put_through_host(gpurma_state &gst, access put) {
    if (put.bytes <= static_cast<int>(packet_bytes)) {
        put_in_command(gst, put);
    } else if (put.bytes <= static_cast<int>(gst.context.staging_payload_bytes)) {
        put_staged(gst, put);
    } else {
        put_in_bulk(gst, put);
    }
}

/// Any put.
GPURMA_OUT_OF_LINE void put_anyhow(gpurma_state &gst, access what) {
    // All threads have come to the conclusion that brought them here: booking changes what it rests on.
    __syncthreads();
    enter_call(gst);
    const route to = find_route(gst, what);
    if (!is_valid(what, to)) {
        refuse(gst, what, to.bytes);
        leave_call(gst);
    } else if (to.near_rank != no_rank) {
        put_near(gst, what, to);
    } else {
        put_through_host(gst, what);
    }
}

/// Puts and notifications of every kind; all threads. The put that programs spend their time in stands here, a packet
/// of words to a near rank that was put to before, a piece a thread; see wait_shortly.
__device__ __forceinline__ void put(gpurma_state &gst, access what) {
    // What the threads wrote before the call is sent, whichever thread picks it up.
    __syncthreads();
    const std::uint32_t thread = thread_index();
    const std::uint32_t bytes = static_cast<std::uint32_t>(what.bytes);
    const bool small = bytes <= packet_bytes && is_of_words(what.buffer, bytes);
    piece mine = {};
    // Thread 0 writes the header.
    if (small) gather_words(mine, what.buffer, bytes, thread - 1);
    const route to = route_slot(gst, what);
    peer_state &target = target_of(gst, to);
    const std::uint32_t first = target.sent;
    const std::uint32_t pieces = 1 + payload_pieces(bytes);
    const bool ready = small & leads_to(to, what) & is_valid(what, to) & (pieces <= thread_count()) &
                       (first + pieces - target.credits <= lane_pieces) & !is_in_place(what, to);
    if (GPURMA_SELDOM(!ready)) {
        if (small & leads_to_host(to, what) & is_valid(what, to) &&
            put_in_short_command(gst, command_head(opcode::put, what, what.flags), what.rank, what.tag,
                                 command_place(what), bytes, what.buffer)) {
            return;
        }
        char *window = at<char>(to.base, static_cast<std::uint64_t>(what.offset));
        // Overlapping windows laid out by the program: the bytes are there already (GPU RMA thesis, 3.2.3, no-copy).
        const bool in_place = is_in_place(what, to);
        const bool direct = ((bytes > packet_bytes) | in_place) & leads_to(to, what) & is_valid(what, to) &
                            is_settled(target) & (in_place | is_of_lines(window, what.buffer, bytes));
        if (!direct) return put_anyhow(gst, what);
        return put_into_window(gst, what, to, [&] {
            if (in_place) return;
            copy_units(reinterpret_cast<uint4 *>(window), reinterpret_cast<const uint4 *>(what.buffer), bytes / 16,
                       load_own());
        });
    }
    if (thread < pieces) {
        if (thread == 0) mine = header_of(what, bytes, what.flags);
        mine.sequence = first + thread + 1;
        store_piece(at<piece>(target.outgoing, 0) + ((first + thread) & (lane_pieces - 1)), mine);
    }
    // The buffer has been read, and `sent` by all threads. Nothing has been waited for, so nothing can have failed.
    __syncthreads();
    if (thread == 0) {
        note_packet(gst, what, to, first, pieces);
        book(gst);
    }
}

/// Leader only.
__device__ __forceinline__ void count_get(gpurma_state &gst, access what, std::uint32_t path) {
#ifndef GPURMA_NO_COUNTERS
    gst.counters.paths[path].gets++;
    gst.counters.paths[path].get_bytes += static_cast<std::uint64_t>(what.bytes);
    if (what.flags != 0) gst.counters.paths[path].notifications_sent++;
#endif
}

/// Reads the target's window, then notifies the target that it has.
__device__ __forceinline__ void get_near(gpurma_state &gst, access get, route from) {
    peer_state &target = target_of(gst, from);
    // This rank's own packets to the target may go to what it reads.
    if (!is_settled(target)) settle_with(gst, from);
    copy_bytes(const_cast<char *>(get.buffer), at<char>(from.base, static_cast<std::uint64_t>(get.offset)),
               static_cast<std::uint64_t>(get.bytes), load_others());
    __syncthreads();
    if (!is_leader()) return;
    // All loads have returned, as their values were stored: no fence.
    send_header(gst, target, from.near_rank, header_of(get, 0, get.flags));
    count_get(gst, get, target.path);
}

GPURMA_OUT_OF_LINE void get_through_host(gpurma_state &gst, access get) {
    by_first_warp(gst, [&](first_warp warp) {
        make_room(gst, warp, command_ring(gst), 1);
        if (!warp.leads()) return 0;
        std::uint32_t words[entry_words] = {};
        fill_access(words, opcode::get, get);
        // What the threads did to the buffer comes before what the host writes there.
        release_fence_system();
        send_command(gst, words);
        gst.gets_issued++;
        count_get(gst, get, path_network);
        return 0;
    });
}

__device__ __forceinline__ void get(gpurma_state &gst, access what) {
    // What the target wrote before it notified this rank: the leader read its header relaxed.
    if (is_leader()) acquire_fence_system();
    enter_call(gst);
    const route from = find_route(gst, what);
    if (!is_valid(what, from)) {
        refuse(gst, what, from.bytes);
        leave_call(gst);
    } else if (from.near_rank != no_rank) {
        get_near(gst, what, from);
    } else {
        get_through_host(gst, what);
    }
}

/// Waits for the gets through the host, and makes what this rank wrote visible to the ranks that get it.
__device__ __forceinline__ void flush(gpurma_state &gst, int window) {
    by_first_warp(gst, [&](first_warp warp) {
        if (!is_alive(gst, window)) {
            fail(gst, fault_kind::window_misuse, "%0 is not a window that is alive", "gpurma_win_flush", window);
            return 0;
        }
        std::uint32_t *completed = at<std::uint32_t>(host_area(gst), gst.context.host.gets_completed);
        if (gst.gets_issued != 0) {
            wait_draining(gst, warp, {wait_kind::get, no_window, any, any, gst.gets_issued},
                          [&] { return reached(load_relaxed_system(completed), gst.gets_issued); });
            load_acquire_system(completed);
        }
        if (warp.leads()) release_fence_system();
        return 0;
    });
}

}  // namespace detail
}  // namespace gpurma
