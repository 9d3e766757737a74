// How a rank says what went wrong, and ends.
#pragma once

#include "gpurma/detail/state.h"

namespace gpurma {
namespace detail {

/// Puts `from` behind the first `length` characters, as far as there is room; returns the new length.
template <std::size_t size>
__device__ __forceinline__ std::size_t append_text(char (&to)[size], std::size_t length, const char *from) {
    for (std::size_t i = 0; length + 1 < size && from[i] != '\0'; i++) to[length++] = from[i];
    to[length] = '\0';
    return length;
}

template <std::size_t size>
__device__ __forceinline__ void copy_text(char (&to)[size], const char *from) {
    append_text(to, 0, from);
}

/// The end of a path says more than its beginning.
template <std::size_t size>
__device__ __forceinline__ void copy_text_end(char (&to)[size], const char *from) {
    std::size_t length = 0;
    while (from[length] != '\0') length++;
    copy_text(to, length < size ? from : from + (length - size + 1));
}

__device__ __forceinline__ fault_record *fault_of(gpurma_state &gst) {
    return at<fault_record>(host_area(gst), gst.context.host.fault);
}

/// First fault of the rank wins; the others end silently.
__device__ __forceinline__ bool claim_fault(gpurma_state &gst) { return atomicExch(&gst.fault_claimed, 1u) == 0; }

__device__ __forceinline__ void publish_fault(gpurma_state &gst) {
    // Release: the host that sees the state sees the record.
    store_release_system(&fault_of(gst)->state, 2);
    stop(gst);
}

/// Reports misuse of the library by `call` (null: by none in particular). `text` may name the values as %0 to %3. Any
/// thread; does not synchronise.
GPURMA_OUT_OF_LINE void fail(gpurma_state &gst, fault_kind kind, const char *text, const char *call, std::int64_t v0 = 0,
                            std::int64_t v1 = 0, std::int64_t v2 = 0, std::int64_t v3 = 0) {
    if (claim_fault(gst)) {
        fault_record *fault = fault_of(gst);
        fault->kind = static_cast<std::uint32_t>(kind);
        fault->thread = thread_index();
        fault->line = 0;
        fault->values[0] = v0;
        fault->values[1] = v1;
        fault->values[2] = v2;
        fault->values[3] = v3;
        fault->file[0] = '\0';
        std::size_t length = 0;
        if (call != nullptr) {
            length = append_text(fault->text, length, call);
            length = append_text(fault->text, length, ": ");
        }
        append_text(fault->text, length, text);
        publish_fault(gst);
    }
    stop(gst);
}

/// A failed assertion ends the calling thread at once; the other threads of its rank end at their next library call.
GPURMA_OUT_OF_LINE void fail_assertion(gpurma_state &gst, const char *expression, const char *file, int line) {
    if (claim_fault(gst)) {
        fault_record *fault = fault_of(gst);
        fault->kind = static_cast<std::uint32_t>(fault_kind::assertion);
        fault->thread = thread_index();
        fault->line = static_cast<std::uint32_t>(line);
        copy_text_end(fault->file, file);
        copy_text(fault->text, expression);
        publish_fault(gst);
    }
    stop(gst);
    exit_thread();
}

}  // namespace detail
}  // namespace gpurma
