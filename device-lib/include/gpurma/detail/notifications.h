// Notifications of a rank: arriving in two rings (from ranks of its device, from its host), matched in order of
// arrival by window, source and tag. What arrives before it is asked for waits in the unmatched store. Leader only.
#pragma once

#include "gpurma/detail/fault.h"
#include "gpurma/detail/state.h"

namespace gpurma {
namespace detail {

constexpr int any = -1;

/// What a wait asks for; `any` in source or tag takes every value.
struct query {
    std::uint32_t window;
    int source;
    int tag;

    __device__ __forceinline__ bool takes(const note &arrived) const {
        return arrived.word[0] == window && (source == any || arrived.word[1] == static_cast<std::uint32_t>(source)) &&
               (tag == any || arrived.word[2] == static_cast<std::uint32_t>(tag));
    }
};

/// A note that was taken carries, in place of its sequence number, the path it came by.
enum : std::uint32_t { came_from_host = 1 };

__device__ __forceinline__ note *unmatched_store(gpurma_state &gst) {
    return at<note>(device_area(gst, gst.device_rank), gst.context.device.unmatched);
}

/// Takes the next note out of the device ring, if there is one.
__device__ inline bool take_device_note(gpurma_state &gst, note &taken) {
    const std::uint64_t area = device_area(gst, gst.device_rank);
    const gpurma_context &context = gst.context;
    note *slot = at<note>(area, context.device.note_ring) + (gst.device_notes_taken & (context.device_note_slots - 1));
    // Acquire, device: the bytes of the put were written by a rank of this device before its release of the number.
    if (load_acquire_device(&slot->sequence) != gst.device_notes_taken + 1) return false;
    taken = *slot;
    taken.sequence = 0;
    gst.device_notes_taken++;
    store_release_device(at<std::uint32_t>(area, context.device.note_consumed), gst.device_notes_taken);
    return true;
}

__device__ inline bool take_host_note(gpurma_state &gst, note &taken) {
    const std::uint64_t area = host_area(gst);
    const gpurma_context &context = gst.context;
    note *slot = at<note>(area, context.host.note_ring) + (gst.host_notes_taken & (context.host_note_slots - 1));
    // Acquire, system: the host saw the copy into the window complete before it released the number.
    if (load_acquire_system(&slot->sequence) != gst.host_notes_taken + 1) return false;
    taken = *slot;
    taken.sequence = came_from_host;
    gst.host_notes_taken++;
    store_release_system(at<std::uint32_t>(area, context.host.note_consumed), gst.host_notes_taken);
    return true;
}

__device__ __forceinline__ void count_matched(gpurma_state &gst, const note &matched) {
    if (matched.sequence & came_from_host) {
        gst.counters.remote_notifications_matched++;
    } else {
        gst.counters.local_notifications_matched++;
    }
}

__device__ inline bool store_unmatched(gpurma_state &gst, const note &arrived) {
    if (gst.unmatched == gst.context.unmatched_slots) {
        fail(gst, fault_kind::notification_overflow,
             "more than %0 notifications wait unmatched; match them sooner, or raise gpurma.unmatched.slots",
             gst.context.unmatched_slots);
        return false;
    }
    unmatched_store(gst)[gst.unmatched++] = arrived;
    if (gst.unmatched > gst.counters.unmatched_high_water) gst.counters.unmatched_high_water = gst.unmatched;
    return true;
}

/// Polls are cheap for the device ring and a microsecond for the host ring, so the host ring is looked at on every
/// poll only by a rank that may wait for a remote source; others look in passing.
__device__ inline bool take_note(gpurma_state &gst, note &taken, bool expect_host, std::uint32_t poll) {
    if (take_device_note(gst, taken)) return true;
    const bool has_remote_peers = gst.context.process_count > 1;
    return has_remote_peers && (expect_host || poll % 64 == 0) && take_host_note(gst, taken);
}

/// Moves what has arrived into the unmatched store, so that a rank that waits for something else never blocks the
/// ranks that notify it.
__device__ inline void drain_notes(gpurma_state &gst) {
    note taken;
    while (take_note(gst, taken, true, 0)) {
        if (!store_unmatched(gst, taken)) return;
    }
}

/// Removes the first `count` matches from the store, keeping the order of the rest.
__device__ inline void remove_matches(gpurma_state &gst, const query &asked, int count) {
    note *store = unmatched_store(gst);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < gst.unmatched; i++) {
        const note candidate = store[i];
        if (count > 0 && asked.takes(candidate)) {
            count_matched(gst, candidate);
            count--;
        } else {
            store[kept++] = candidate;
        }
    }
    gst.unmatched = kept;
}

__device__ inline int count_matches(gpurma_state &gst, const query &asked) {
    const note *store = unmatched_store(gst);
    int found = 0;
    for (std::uint32_t i = 0; i < gst.unmatched; i++) found += asked.takes(store[i]) ? 1 : 0;
    return found;
}

/// Whether a note can come over the host: unknown sources can.
__device__ inline bool may_come_from_host(gpurma_state &gst, const query &asked) {
    const bool world = (asked.window >> window_comm_shift) == 0;
    if (!world) return false;
    if (asked.source == any) return true;
    const std::uint32_t in_device = static_cast<std::uint32_t>(asked.source) - gst.context.rank_start;
    return in_device >= gst.context.device_ranks;
}

/// One attempt or a wait for `count` matches; nothing is taken unless all are there.
class matching {
   public:
    __device__ matching(gpurma_state &gst, const query &asked, int count)
        : gst_(gst),
          asked_(asked),
          count_(count),
          found_(gst.unmatched == 0 ? 0 : count_matches(gst, asked)),
          expect_host_(may_come_from_host(gst, asked)) {}

    /// Looks at what has arrived; true when all matches are taken.
    __device__ bool attempt(std::uint32_t poll) {
        note taken;
        while (found_ < count_ && take_note(gst_, taken, expect_host_, poll)) {
            const bool match = asked_.takes(taken);
            if (match && count_ == 1) {
                count_matched(gst_, taken);
                return true;
            }
            if (!store_unmatched(gst_, taken)) return false;
            if (match) found_++;
        }
        if (found_ < count_) return false;
        if (count_ > 0) remove_matches(gst_, asked_, count_);
        return true;
    }

    __device__ bool wait() {
        if (attempt(0)) return true;
        const std::uint64_t start = device_time_ns();
        publish_counters(gst_);
        patience waiting;
        while (!attempt(waiting.polls)) {
            if (waiting.runs_out(gst_)) return false;
        }
        gst_.counters.wait_ns += device_time_ns() - start;
        return true;
    }

   private:
    gpurma_state &gst_;
    const query asked_;
    const int count_;
    int found_;
    const bool expect_host_;
};

/// Notifies a rank of the same device. The caller's block barrier put the bytes of the put before this call.
__device__ inline void notify_on_device(gpurma_state &gst, std::uint32_t device_rank, std::uint32_t window, int source,
                                        int tag) {
    const std::uint64_t area = device_area(gst, device_rank);
    const gpurma_context &context = gst.context;
    std::uint32_t *consumed = at<std::uint32_t>(area, context.device.note_consumed);
    // Independent loads: the ticket and the room come in one round trip.
    const std::uint32_t ticket = take_ticket(at<std::uint32_t>(area, context.device.note_tickets));
    if (ticket - load_acquire_device(consumed) >= context.device_note_slots) {
        gst.counters.queue_full_stalls++;
        patience waiting;
        while (ticket - load_acquire_device(consumed) >= context.device_note_slots) {
            // The target may be waiting for room in our ring.
            drain_notes(gst);
            if (waiting.runs_out(gst)) return;
        }
    }
    note *slot = at<note>(area, context.device.note_ring) + (ticket & (context.device_note_slots - 1));
    slot->word[0] = window;
    slot->word[1] = static_cast<std::uint32_t>(source);
    slot->word[2] = static_cast<std::uint32_t>(tag);
    // Release, device: covers the note and, through the block barrier, the bytes that all threads wrote.
    store_release_device(&slot->sequence, ticket + 1);
    gst.counters.local_notifications_sent++;
}

}  // namespace detail
}  // namespace gpurma
