// The queues between a rank and its block manager (GPU RMA thesis, 3.2.4). Leader only.
#pragma once

#include "gpurma/detail/state.h"

namespace gpurma {
namespace detail {

/// Writes entry number `index` (0, 1, ...) of a ring in host memory. The pieces validate themselves: no fence.
__device__ __forceinline__ void write_entry(entry *ring, std::uint32_t slots, std::uint32_t index,
                                            const std::uint32_t (&words)[entry_words]) {
    entry *slot = ring + (index & (slots - 1));
    for (int i = 0; i < 4; i++) {
        store_piece(&slot->pieces[i], piece{{words[3 * i], words[3 * i + 1], words[3 * i + 2]}, index + 1});
    }
}

/// Waits until a ring has room for all entries up to number `index`. `consumed` is the last known count of entries that
/// the reader took; the reader's own count lies in host memory and is fetched only when the ring looks full.
GPURMA_OUT_OF_LINE bool wait_for_room(gpurma_state &gst, std::uint32_t index, std::uint32_t slots,
                                     std::uint32_t &consumed, std::uint32_t *consumed_by_host,
                                     std::uint64_t &stalls) {
    if (index - consumed < slots) return true;
    consumed = load_acquire_system(consumed_by_host);
    if (index - consumed < slots) return true;
    GPURMA_COUNT(stalls++);
    patience waiting;
    while (index - consumed >= slots) {
        if (waiting.runs_out(gst)) return false;
        consumed = load_acquire_system(consumed_by_host);
    }
    return true;
}

__device__ __forceinline__ bool has_room_for_commands(gpurma_state &gst, std::uint32_t entries) {
    return wait_for_room(gst, gst.commands_sent + entries - 1, gst.context.command_slots, gst.commands_consumed,
                         at<std::uint32_t>(host_area(gst), gst.context.host.command_consumed),
                         gst.counters.queue_full_stalls);
}

GPURMA_OUT_OF_LINE void send_command(gpurma_state &gst, const std::uint32_t (&words)[entry_words]) {
    if (!has_room_for_commands(gst, 1)) return;
    write_entry(at<entry>(host_area(gst), gst.context.host.command_ring), gst.context.command_slots, gst.commands_sent,
                words);
    gst.commands_sent++;
}

__device__ __forceinline__ entry *next_answer(gpurma_state &gst) {
    return at<entry>(host_area(gst), gst.context.host.ack_ring) + (gst.acks_taken & (gst.context.ack_slots - 1));
}

/// Sends a command that the host answers.
GPURMA_OUT_OF_LINE void ask_host(gpurma_state &gst, std::uint32_t (&words)[entry_words]) {
    words[9] = gst.acks_taken + 1;
    // Memory that this rank gives away, or lets the host read, is no more touched by it.
    release_fence_system();
    send_command(gst, words);
}

/// Any thread of the first warp.
__device__ __forceinline__ bool has_answered(gpurma_state &gst) {
    const entry *slot = next_answer(gst);
    const std::uint32_t sequence = gst.acks_taken + 1;
    return load_piece(&slot->pieces[0]).sequence == sequence && load_piece(&slot->pieces[1]).sequence == sequence;
}

/// The answer's value (words 3-4), which is there.
GPURMA_OUT_OF_LINE std::uint64_t take_answer(gpurma_state &gst) {
    entry *slot = next_answer(gst);
    const piece value = load_piece(&slot->pieces[1]);
    // Acquire: memory that another rank gave back is no more touched by that one.
    load_acquire_system(&slot->pieces[0].sequence);
    gst.acks_taken++;
    store_release_system(at<std::uint32_t>(host_area(gst), gst.context.host.ack_consumed), gst.acks_taken);
    return value.word[0] | static_cast<std::uint64_t>(value.word[1]) << 32;
}

/// Asks what the host answers at once, whatever other ranks do; 0 when the rank is stopped.
GPURMA_OUT_OF_LINE std::uint64_t call_host(gpurma_state &gst, std::uint32_t (&words)[entry_words]) {
    ask_host(gst, words);
    patience waiting;
    while (!has_answered(gst)) {
        if (waiting.runs_out(gst)) return 0;
    }
    return take_answer(gst);
}

__device__ __forceinline__ std::uint32_t low_word(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
__device__ __forceinline__ std::uint32_t high_word(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32);
}

}  // namespace detail
}  // namespace gpurma
