// The log queue: values travel as they are, the host makes text of them. Leader only. A rank that another of its threads
// has stopped still says what its leader says before the next library call: the last lines before a failure matter most.
#pragma once

#include "gpurma/detail/queue.h"

namespace gpurma {
namespace detail {

__device__ __forceinline__ void send_log_entry(gpurma_state &gst, bool ends_line) {
    const gpurma_context &context = gst.context;
    std::uint32_t *consumed_by_host = at<std::uint32_t>(host_area(gst), context.host.log_consumed);
    if (!wait_for_room(gst, gst.log_entries_sent, context.log_slots, gst.log_entries_consumed, consumed_by_host,
                       gst.counters.log_stalls)) {
        // The queue is full and the rank must end: nobody takes entries any more.
        gst.log_bytes = 0;
        return;
    }
    const std::uint64_t now = device_time_ns();
    std::uint32_t words[entry_words] = {};
    words[0] = gst.log_bytes | (ends_line ? log_ends_line : 0u) << 8;
    words[1] = low_word(now);
    words[2] = high_word(now);
    for (unsigned i = 0; i < log_bytes_per_entry / 4; i++) words[3 + i] = gst.log_data[i];
    write_entry(at<entry>(host_area(gst), context.host.log_ring), context.log_slots, gst.log_entries_sent, words);
    gst.log_entries_sent++;
    GPURMA_COUNT(gst.counters.log_entries++);
    gst.log_bytes = 0;
}

GPURMA_OUT_OF_LINE void send_full_entry(gpurma_state &gst) { send_log_entry(gst, false); }

/// Appends the `count` (up to 8) low bytes of `value`. Straight stores at a place that is read once: a loop that reads
/// the place for every byte took 540 of the 1,600 cycles of an entry.
template <unsigned count>
__device__ __forceinline__ void append_short(gpurma_state &gst, std::uint64_t value) {
    const std::uint32_t place = gst.log_bytes;
    unsigned char *data = reinterpret_cast<unsigned char *>(gst.log_data);
    if (place + count <= log_bytes_per_entry) {
        for (unsigned i = 0; i < count; i++) data[place + i] = static_cast<unsigned char>(value >> (8 * i));
        gst.log_bytes = place + count;
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (gst.log_bytes == log_bytes_per_entry) send_full_entry(gst);
        data[gst.log_bytes++] = static_cast<unsigned char>(value >> (8 * i));
    }
}

/// A kind and its value of 8 bytes.
GPURMA_OUT_OF_LINE void append_value(gpurma_state &gst, log_item kind, std::uint64_t value) {
    append_short<1>(gst, static_cast<std::uint64_t>(kind));
    append_short<8>(gst, value);
}

GPURMA_OUT_OF_LINE void append_truth(gpurma_state &gst, bool value) {
    append_short<1>(gst, static_cast<std::uint64_t>(log_item::truth));
    append_short<1>(gst, value ? 1 : 0);
}

GPURMA_OUT_OF_LINE void append_text(gpurma_state &gst, const char *text) {
    if (text == nullptr) text = "(null)";
    const std::uint32_t length = text_length(text);
    append_short<3>(gst, static_cast<std::uint64_t>(log_item::text) | length << 8);
    unsigned char *data = reinterpret_cast<unsigned char *>(gst.log_data);
    for (std::uint32_t done = 0; done < length;) {
        if (gst.log_bytes == log_bytes_per_entry) send_full_entry(gst);
        const std::uint32_t place = gst.log_bytes;
        const std::uint32_t room = log_bytes_per_entry - place;
        const std::uint32_t count = length - done < room ? length - done : room;
        std::uint32_t i = 0;
        // A store to one place and a load from another keep their order: four loads at a time save three waits.
        for (; i + 4 <= count; i += 4) {
            const char a = text[done + i], b = text[done + i + 1], c = text[done + i + 2], d = text[done + i + 3];
            data[place + i] = static_cast<unsigned char>(a);
            data[place + i + 1] = static_cast<unsigned char>(b);
            data[place + i + 2] = static_cast<unsigned char>(c);
            data[place + i + 3] = static_cast<unsigned char>(d);
        }
        for (; i < count; i++) data[place + i] = static_cast<unsigned char>(text[done + i]);
        gst.log_bytes = place + count;
        done += count;
    }
}

}  // namespace detail
}  // namespace gpurma
