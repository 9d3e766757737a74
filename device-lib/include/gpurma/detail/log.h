// The log queue: values travel as they are, the host makes text of them. Leader only. A rank that another of its threads
// has stopped still says what its leader says before the next library call: the last lines before a failure matter most.
#pragma once

#include "gpurma/detail/queue.h"

namespace gpurma {
namespace detail {

constexpr std::uint32_t log_words_per_entry = log_bytes_per_entry / 4;

GPURMA_OUT_OF_LINE bool wait_for_log_room(gpurma_state &gst) {
    return wait_for_room(gst, gst.log_entries_sent, gst.context.log_slots, gst.log_entries_consumed,
                         at<std::uint32_t>(host_area(gst), gst.context.host.log_consumed), gst.counters.log_stalls);
}

/// Tells the host that the lines up to here that it does not have were dropped.
GPURMA_OUT_OF_LINE void send_log_gap(gpurma_state &gst) {
    const std::uint64_t now = device_time_ns();
    const std::uint32_t words[entry_words] = {static_cast<std::uint32_t>(log_gap) << log_flags_shift, low_word(now),
                                              high_word(now), gst.log_dropped};
    write_entry(at<entry>(host_area(gst), gst.context.host.log_ring), gst.context.log_slots, gst.log_entries_sent,
                words);
    gst.log_entries_sent++;
    gst.log_gap_is_due = 0;
}

/// A line is dropped as a whole: the host forgets the part of it that it has. It looks at the count when the rank has
/// ended, for what no entry told it.
GPURMA_OUT_OF_LINE void drop_log_entry(gpurma_state &gst, bool ends_line) {
    gst.log_drops_line = ends_line ? 0 : 1;
    if (ends_line) {
        gst.log_dropped++;
        gst.log_gap_is_due = 1;
        store_relaxed_system(at<std::uint32_t>(host_area(gst), gst.context.host.log_dropped), gst.log_dropped);
    }
    // The next entry looks for room, too.
    gst.log_entries_consumed = gst.log_entries_sent - gst.context.log_slots;
}

/// Whether an entry is to be sent: there is room for it, and for the word of what was dropped before it.
GPURMA_OUT_OF_LINE bool has_log_room_or_drops(gpurma_state &gst, bool ends_line) {
    gst.log_entries_consumed = load_acquire_system(at<std::uint32_t>(host_area(gst), gst.context.host.log_consumed));
    const std::uint32_t entries = 1 + gst.log_gap_is_due;
    const bool has_room = gst.log_entries_sent - gst.log_entries_consumed + entries <= gst.context.log_slots;
    if (!has_room || gst.log_drops_line != 0) {
        drop_log_entry(gst, ends_line);
        return false;
    }
    if (gst.log_gap_is_due != 0) send_log_gap(gst);
    return true;
}

__device__ __forceinline__ void send_log_entry(gpurma_state &gst, bool ends_line) {
    const gpurma_context &context = gst.context;
    const std::uint32_t level = gst.log_level;
    if (ends_line) gst.log_level = 0;
    if (GPURMA_SELDOM(gst.log_entries_sent - gst.log_entries_consumed >= context.log_slots) &&
        !(context.log_drops != 0 ? has_log_room_or_drops(gst, ends_line) : wait_for_log_room(gst))) {
        // It is dropped, or the queue is full and the rank must end: nobody takes entries any more.
        gst.log_words = 0;
        return;
    }
    const std::uint32_t number = gst.log_entries_sent;
    const std::uint64_t now = device_time_ns();
    std::uint32_t words[entry_words] = {};
    words[0] = 4 * gst.log_words | ((ends_line ? log_ends_line : 0u) | level << log_level_shift) << log_flags_shift;
    words[1] = low_word(now);
    words[2] = high_word(now);
    for (unsigned i = 0; i < log_words_per_entry; i++) words[3 + i] = gst.log_data[i];
    write_entry(at<entry>(host_area(gst), context.host.log_ring), context.log_slots, number, words);
    gst.log_entries_sent = number + 1;
    GPURMA_COUNT(gst.counters.log_entries++);
    gst.log_words = 0;
}

GPURMA_OUT_OF_LINE void append_word(gpurma_state &gst, std::uint32_t word) {
    if (gst.log_words == log_words_per_entry) send_log_entry(gst, false);
    gst.log_data[gst.log_words++] = word;
}

/// Appends words side by side where they fit into the entry, as most do.
template <unsigned count>
__device__ __forceinline__ void append_words(gpurma_state &gst, const std::uint32_t (&words)[count]) {
    const std::uint32_t place = gst.log_words;
    if (place + count <= log_words_per_entry) {
        for (unsigned i = 0; i < count; i++) gst.log_data[place + i] = words[i];
        gst.log_words = place + count;
        return;
    }
    for (unsigned i = 0; i < count; i++) append_word(gst, words[i]);
}

__device__ __forceinline__ std::uint32_t log_head(log_item kind, std::uint32_t about) {
    return static_cast<std::uint32_t>(kind) | about << log_about_shift;
}

__device__ __forceinline__ void append_value(gpurma_state &gst, log_item kind, std::uint64_t value) {
    append_words(gst, {log_head(kind, 0), low_word(value), high_word(value)});
}

__device__ __forceinline__ void append_short_value(gpurma_state &gst, log_item kind, std::uint32_t value) {
    append_words(gst, {log_head(kind, 0), value});
}

__device__ __forceinline__ void append_truth(gpurma_state &gst, bool value) {
    append_words(gst, {log_head(log_item::truth, value ? 1 : 0)});
}

__device__ __forceinline__ std::uint32_t character(const char *text, std::uint32_t index) {
    return static_cast<unsigned char>(text[index]);
}

/// Four characters of a text, 0 past its end.
__device__ __forceinline__ std::uint32_t characters(const char *text, std::uint32_t length, std::uint32_t first) {
    std::uint32_t word = 0;
    for (std::uint32_t i = 0; i < 4; i++) {
        if (first + i < length) word |= character(text, first + i) << 8 * i;
    }
    return word;
}

/// A text of any length.
GPURMA_OUT_OF_LINE void append_text(gpurma_state &gst, const char *text) {
    if (text == nullptr) text = "(null)";
    const std::uint32_t length = text_length(text);
    append_word(gst, log_head(log_item::text, length));
    GPURMA_KEEP_ROLLED
    for (std::uint32_t i = 0; i < length; i += 4) append_word(gst, characters(text, length, i));
}

/// Texts up to this size, the 0 at the end included, are made words of where they stand: of a literal, the compiler does
/// that.
constexpr unsigned short_literal_bytes = 33;

template <unsigned size>
__device__ __forceinline__ void append_short_literal(gpurma_state &gst, const char (&text)[size]) {
    constexpr unsigned length = size - 1, text_words = (length + 3) / 4;
    // A literal has no 0 but at its end.
    bool whole = true;
    std::uint32_t words[1 + text_words] = {log_head(log_item::text, length)};
    for (unsigned i = 0; i < length; i++) {
        const std::uint32_t next = character(text, i);
        whole = whole & (next != 0);
        words[1 + i / 4] |= next << 8 * (i % 4);
    }
    whole ? append_words(gst, words) : append_text(gst, text);
}

/// An array of characters that is a literal, most likely.
template <unsigned size>
__device__ __forceinline__ void append_array(gpurma_state &gst, const char (&text)[size]) {
    if constexpr (size > 1 && size <= short_literal_bytes) {
        append_short_literal(gst, text);
    } else {
        append_text(gst, text);
    }
}

}  // namespace detail
}  // namespace gpurma
