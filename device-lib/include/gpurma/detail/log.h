// The log queue: values travel as they are, the host makes text of them. Leader only. A rank that another of its threads
// has stopped still says what its leader says before the next library call: the last lines before a failure matter most.
#pragma once

#include "gpurma/detail/queue.h"

namespace gpurma {
namespace detail {

GPURMA_OUT_OF_LINE void send_log_entry(gpurma_state &gst, bool ends_line) {
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
    gst.counters.log_entries++;
    gst.log_bytes = 0;
}

__device__ __forceinline__ void append_byte(gpurma_state &gst, unsigned char byte) {
    if (gst.log_bytes == log_bytes_per_entry) send_log_entry(gst, false);
    reinterpret_cast<unsigned char *>(gst.log_data)[gst.log_bytes++] = byte;
}

GPURMA_OUT_OF_LINE void append_bytes(gpurma_state &gst, const void *bytes, unsigned count) {
    for (unsigned i = 0; i < count; i++) append_byte(gst, static_cast<const unsigned char *>(bytes)[i]);
}

template <typename T>
__device__ inline void append_value(gpurma_state &gst, log_item kind, T value) {
    append_byte(gst, static_cast<unsigned char>(kind));
    append_bytes(gst, &value, sizeof value);
}

GPURMA_OUT_OF_LINE void append_text(gpurma_state &gst, const char *text) {
    if (text == nullptr) text = "(null)";
    std::uint16_t length = 0;
    while (length < 0xffff && text[length] != '\0') length++;
    append_value(gst, log_item::text, length);
    append_bytes(gst, text, length);
}

}  // namespace detail
}  // namespace gpurma
