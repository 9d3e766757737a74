// Remote memory access: by the rank itself where it reaches the target's memory, elsewhere through its host.
#pragma once

#include "gpurma/detail/host_puts.h"

namespace gpurma {
namespace detail {

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
__device__ __forceinline__ void put(gpurma_state &state, access what) {
    gpurma_state &gst = at_hand(state);
    // Routes only change within calls, in front of a barrier: this one is on its way while the barrier is waited for.
    const route to = route_slot(gst, what);
    // What the threads wrote before the call is sent, whichever thread picks it up.
    __syncthreads();
    const std::uint32_t thread = thread_index();
    peer_state &target = target_of(gst, to);
    const std::uint64_t outgoing = target.outgoing;
    const std::uint32_t first = target.sent;
    const std::uint32_t credits = target.credits;
    const std::uint32_t bytes = static_cast<std::uint32_t>(what.bytes);
    const std::uint32_t pieces = 1 + payload_pieces(bytes);
    const bool small = bytes <= packet_bytes && is_of_words(what.buffer, bytes);
    // Thread 0 writes the header.
    piece mine = thread == 0 ? header_of(what, bytes, what.flags) : piece{};
    gather_words(mine, what.buffer, small ? bytes : 0, thread - 1);
    mine.sequence = first + thread + 1;
    std::uint64_t slot = outgoing + ((first + thread) & (lane_pieces - 1)) * sizeof(piece);
    // While the rest is looked at, not after.
    pin(slot);
    pin(mine.sequence);
    const bool ready = small & leads_to(to, what) & is_valid(what, to) & (pieces <= thread_count()) &
                       (first + pieces - credits <= lane_pieces) & !is_in_place(what, to);
    // In front of the branch, which takes as long as all that.
    if (ready & (thread < pieces)) store_piece(at<piece>(slot, 0), mine);
    if (ready) {
        // The buffer has been read, and `sent` by all threads. Nothing has been waited for, so nothing can have failed.
        __syncthreads();
        if (thread == 0) {
            note_packet(gst, what, to, first, pieces);
            book(gst);
        }
        return;
    }
    if (small & leads_to_host(to, what) & is_valid(what, to) &&
        put_in_short_command(gst, command_head(opcode::put, what, what.flags), what.rank, what.tag,
                             command_place(what), bytes, what.buffer)) {
        return;
    }
    if (small & leads_to(to, what) & is_valid(what, to) & !is_in_place(what, to)) return put_any_packet(gst, what);
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
    send_header(gst, target, from.near_rank, header_of(get, 0, get.flags), store_piece);
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
