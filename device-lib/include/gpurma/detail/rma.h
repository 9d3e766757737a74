// Puts: on the device by the rank itself, elsewhere through its host.
#pragma once

#include "gpurma/detail/collectives.h"

namespace gpurma {
namespace detail {

/// All threads copy; four loads in flight a thread hide the latency of memory. The ranges do not overlap.
template <typename Unit>
__device__ __forceinline__ void copy_units(Unit *__restrict__ to, const Unit *__restrict__ from, std::uint64_t units) {
    const std::uint64_t stride = thread_count();
    std::uint64_t i = thread_index();
    for (; i + 3 * stride < units; i += 4 * stride) {
        const Unit a = from[i], b = from[i + stride], c = from[i + 2 * stride], d = from[i + 3 * stride];
        to[i] = a;
        to[i + stride] = b;
        to[i + 2 * stride] = c;
        to[i + 3 * stride] = d;
    }
    for (; i < units; i += stride) to[i] = from[i];
}

/// Copies with the widest unit that both addresses and the length allow.
__device__ inline void copy_bytes(char *to, const char *from, std::uint64_t bytes) {
    const std::uint64_t alignment =
        (reinterpret_cast<std::uint64_t>(to) | reinterpret_cast<std::uint64_t>(from) | bytes) & 15;
    if (alignment == 0) {
        copy_units(reinterpret_cast<uint4 *>(to), reinterpret_cast<const uint4 *>(from), bytes / 16);
    } else if ((alignment & 3) == 0) {
        copy_units(reinterpret_cast<std::uint32_t *>(to), reinterpret_cast<const std::uint32_t *>(from), bytes / 4);
    } else {
        copy_units(to, from, bytes);
    }
}

/// The operation as every thread knows it.
struct put_request {
    int window;
    int rank;  ///< in the window's communicator
    int offset;
    int bytes;
    const char *buffer;
    int tag;
};

__device__ inline int comm_size(gpurma_state &gst, int comm) {
    return static_cast<int>(comm == comm_world ? gst.context.world_size : gst.context.device_ranks);
}

__device__ inline int comm_rank(gpurma_state &gst, int comm) {
    return static_cast<int>(comm == comm_world ? gst.context.rank_start + gst.device_rank : gst.device_rank);
}

/// All threads; the first to fail reports.
__device__ inline bool is_valid(gpurma_state &gst, const put_request &put) {
    if (!is_alive(gst, put.window)) {
        fail(gst, fault_kind::window_misuse, "gpurma_put_notify: %0 is not a window that is alive", put.window);
    } else if (put.rank < 0 || put.rank >= comm_size(gst, put.window >> window_comm_shift)) {
        fail(gst, fault_kind::window_misuse, "gpurma_put_notify: rank %0 is outside the window's 0 to %1", put.rank,
             comm_size(gst, put.window >> window_comm_shift) - 1);
    } else if (put.tag < 0) {
        fail(gst, fault_kind::api_misuse, "gpurma_put_notify: tag %0 is negative", put.tag);
    } else if (put.offset < 0 || put.bytes < 0) {
        fail(gst, fault_kind::window_misuse, "gpurma_put_notify: offset %0 and size %1 must not be negative",
             put.offset, put.bytes);
    } else {
        return true;
    }
    return false;
}

/// Address in the target's window as mapped here; 0 after reporting a put that leaves the window. All threads.
__device__ __forceinline__ std::uint64_t near_address(gpurma_state &gst, const put_request &put, std::uint32_t target) {
    const window_part part = *part_of(gst, own_arena(gst), static_cast<std::uint32_t>(put.window), target);
    if (static_cast<std::uint64_t>(put.offset) + static_cast<std::uint64_t>(put.bytes) > part.bytes) {
        fail(gst, fault_kind::window_misuse,
             "gpurma_put_notify: %0 bytes at offset %1 leave the window of rank %2, which has %3 bytes", put.bytes,
             put.offset, put.rank, static_cast<std::int64_t>(part.bytes));
        return 0;
    }
    return gst.resident[target % resident_peers].arena + part.base + static_cast<std::uint64_t>(put.offset);
}

/// The first warp waits until the target has taken the pieces before `taken` and enough for `pieces` more, and meanwhile takes what others sent here.
GPURMA_OUT_OF_LINE void wait_for_credits(gpurma_state &gst, std::uint32_t target, std::uint32_t taken,
                                         std::uint32_t pieces) {
    by_first_warp(gst, [&](const first_warp &warp) {
        if (warp.leads()) gst.counters.queue_full_stalls++;
        wait_draining(gst, warp, [&] {
            // Acquire: the pieces that are overwritten have been read, the windows they went to have been written.
            // Draining may have moved the peer's state.
            peer_state &to = peer(gst, target);
            to.credits = load_relaxed_system(credits_from(gst, target));
            return has_taken(to, taken) && has_room(to, pieces);
        });
        load_acquire_system(credits_from(gst, target));
        resident_peer(gst, warp, target);
        return 0;
    });
}

/// Header of a put to `target` in its lane.
__device__ __forceinline__ piece header_of(const put_request &put, std::uint32_t payload, std::uint32_t flags) {
    return piece{{static_cast<std::uint32_t>(put.tag), static_cast<std::uint32_t>(put.offset) | flags,
                  static_cast<std::uint32_t>(put.window) | payload << 16},
                 0};
}

/// Small puts: header and payload as pieces in the target's lane; the target moves them into its window.
__device__ __forceinline__ void put_packet(gpurma_state &gst, const put_request &put, std::uint32_t target) {
    const std::uint32_t bytes = static_cast<std::uint32_t>(put.bytes);
    peer_state &to = gst.resident[target % resident_peers];
    if (!has_room(to, pieces_of(bytes))) wait_for_credits(gst, target, to.credits, pieces_of(bytes));
    const std::uint32_t first = to.sent;
    write_packet(to, first, header_of(put, bytes, 0), put.buffer, bytes);
    // All threads have read `sent`.
    __syncthreads();
    if (is_leader()) to.packets_end = to.sent = first + pieces_of(bytes);
}

/// Larger puts and puts onto their own memory: the bytes into the window itself, then a header behind a fence. Packets
/// that the target has not taken yet come first: they may go to the same place.
GPURMA_OUT_OF_LINE void put_directly(gpurma_state &gst, const put_request &put, std::uint32_t target, char *window) {
    peer_state &to = gst.resident[target % resident_peers];
    if (!has_taken(to, to.packets_end) || !has_room(to, 1)) wait_for_credits(gst, target, to.packets_end, 1);
    // Overlapping windows laid out by the program: the bytes are there already (GPU RMA thesis, 3.2.3, no-copy).
    if (window != put.buffer) copy_bytes(window, put.buffer, static_cast<std::uint64_t>(put.bytes));
    __syncthreads();
    if (is_leader()) {
        release_fence(to.on_this_device);
        piece header = header_of(put, 0, header_direct);
        header.sequence = to.sent + 1;
        store_piece(at<piece>(to.outgoing, 0) + (to.sent & (lane_pieces - 1)), header);
        to.sent++;
    }
}

__device__ inline void put_near(gpurma_state &gst, const put_request &put, std::uint32_t target) {
    char *to = reinterpret_cast<char *>(near_address(gst, put, target));
    if (to == nullptr && put.bytes > 0) return;
    if (put.bytes <= static_cast<int>(packet_bytes) && (to != put.buffer || put.bytes == 0)) {
        put_packet(gst, put, target);
    } else {
        put_directly(gst, put, target, to);
    }
    if (is_leader()) {
        gst.counters.local_puts++;
        gst.counters.local_put_bytes += static_cast<std::uint64_t>(put.bytes);
        gst.counters.local_notifications_sent++;
    }
}

/// Leader only: index of a staging slot that the host has released.
__device__ inline std::uint32_t acquire_staging(gpurma_state &gst) {
    const gpurma_context &context = gst.context;
    std::uint32_t *released_by_host = at<std::uint32_t>(host_area(gst), context.host.staging_released);
    wait_for_room(gst, gst.staging_taken, context.staging_slots, gst.staging_released, released_by_host,
                  gst.counters.queue_full_stalls);
    return gst.staging_taken++ & (context.staging_slots - 1);
}

/// Leader only: hands a filled staging slot to the host.
__device__ inline void send_put(gpurma_state &gst, const put_request &put, std::uint32_t staging, int done, int bytes) {
    const bool last = done + bytes == put.bytes;
    const std::uint64_t offset = static_cast<std::uint64_t>(put.offset) + static_cast<std::uint64_t>(done);
    std::uint32_t words[entry_words] = {};
    words[0] = static_cast<std::uint32_t>(opcode::put) | (last ? put_notifies : 0u) << 8 |
               static_cast<std::uint32_t>(put.window) << 16;
    words[1] = static_cast<std::uint32_t>(put.rank);
    words[2] = static_cast<std::uint32_t>(put.tag);
    words[3] = low_word(offset);
    words[4] = high_word(offset);
    words[5] = static_cast<std::uint32_t>(bytes);
    words[8] = staging;
    // The payload was stored by all threads of the block: the fence orders it before the command for the host.
    release_fence_system();
    send_command(gst, words);
    if (last) {
        gst.counters.remote_puts++;
        gst.counters.remote_put_bytes += static_cast<std::uint64_t>(put.bytes);
        gst.counters.remote_notifications_sent++;
    }
}

/// The payload goes to pinned host memory, a staging slot at a time, from where the host sends it on: when the call
/// returns, the program may reuse its buffer. Only the last piece notifies; pieces of one rank arrive in order.
GPURMA_OUT_OF_LINE void put_through_host(gpurma_state &gst, const put_request &put) {
    const gpurma_context &context = gst.context;
    const int most = static_cast<int>(context.staging_payload_bytes);
    int done = 0;
    do {
        const int bytes = put.bytes - done < most ? put.bytes - done : most;
        const std::uint32_t staging =
            static_cast<std::uint32_t>(by_leader(gst, [&] { return acquire_staging(gst); }));
        const std::uint64_t slot =
            host_area(gst) + context.host.staging +
            static_cast<std::uint64_t>(staging) * (staging_header_bytes + context.staging_payload_bytes);
        copy_bytes(at<char>(slot, staging_header_bytes), put.buffer + done, static_cast<std::uint64_t>(bytes));
        by_leader(gst, [&] {
            send_put(gst, put, staging, done, bytes);
            return 0;
        });
        done += bytes;
    } while (done < put.bytes);
}

__device__ inline void put_notify(gpurma_state &gst, const put_request &put) {
    // What the threads wrote before the call is sent, whichever thread picks it up.
    enter_call(gst);
    if (is_valid(gst, put)) {
        const std::uint32_t target = near_rank_of(gst, comm_of(static_cast<std::uint32_t>(put.window)), put.rank);
        if (target < gst.near_ranks && !is_resident(gst, target)) {
            by_leader(gst, [&] {
                make_resident(gst, target);
                return 0;
            });
        }
        if (target < gst.near_ranks && gst.resident[target % resident_peers].arena != 0) {
            put_near(gst, put, target);
        } else {
            put_through_host(gst, put);
        }
    }
    leave_call(gst);
}

}  // namespace detail
}  // namespace gpurma
