// Puts through the host, to ranks whose memory is not mapped here.
#pragma once

#include "gpurma/detail/access.h"

namespace gpurma {
namespace detail {

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
GPURMA_OUT_OF_LINE bool put_in_short_command(gpurma_state &state, std::uint32_t head, int rank, int tag,
                                             std::uint32_t place, std::uint32_t bytes, const char *buffer) {
    gpurma_state &gst = at_hand(state);
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

}  // namespace detail
}  // namespace gpurma
