// Notifications of a rank: arriving in lanes from near ranks and in a ring from the host, matched in order of arrival
// by window, source and tag. What arrives before it is asked for waits in the unmatched store. First warp only.
#pragma once

#include "gpurma/detail/lanes.h"

namespace gpurma {
namespace detail {

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

__device__ __forceinline__ note *unmatched_store(gpurma_state &gst) {
    return at<note>(own_device_area(gst), gst.context.device.unmatched);
}

__device__ __forceinline__ note *next_host_note(gpurma_state &gst) {
    const std::uint32_t slot = gst.host_notes_taken & (gst.context.host_note_slots - 1);
    return at<note>(host_area(gst), gst.context.host.note_ring) + slot;
}

__device__ __forceinline__ bool host_has_news(gpurma_state &gst) {
    return load_relaxed_system(&next_host_note(gst)->sequence) == gst.host_notes_taken + 1;
}

__device__ inline bool take_from_host(gpurma_state &gst, const first_warp &warp, note &taken) {
    const std::uint64_t area = host_area(gst);
    note *slot = next_host_note(gst);
    if (!warp.from_leader(warp.leads() && host_has_news(gst))) return false;
    // Acquire, system: the host saw the copy into the window complete before it released the number.
    load_acquire_system(&slot->sequence);
    taken = *slot;
    taken.sequence = came_from_host;
    warp.join();
    if (warp.leads()) {
        gst.host_notes_taken++;
        store_release_system(at<std::uint32_t>(area, gst.context.host.note_consumed), gst.host_notes_taken);
    }
    warp.join();
    return true;
}

/// Leader only.
__device__ __forceinline__ void count_matched(gpurma_state &gst, const note &matched) {
    if (matched.sequence & came_from_host) {
        gst.counters.remote_notifications_matched++;
    } else {
        gst.counters.local_notifications_matched++;
    }
}

GPURMA_OUT_OF_LINE bool store_unmatched(gpurma_state &gst, const first_warp &warp, const note &arrived) {
    const std::uint32_t waiting = gst.unmatched;
    if (waiting == gst.context.unmatched_slots) {
        fail(gst, fault_kind::notification_overflow,
             "more than %0 notifications wait unmatched; match them sooner, or raise gpurma.unmatched.slots",
             gst.context.unmatched_slots);
        return false;
    }
    warp.join();
    if (warp.leads()) {
        unmatched_store(gst)[waiting] = arrived;
        gst.unmatched = waiting + 1;
        if (gst.unmatched > gst.counters.unmatched_high_water) gst.counters.unmatched_high_water = gst.unmatched;
    }
    warp.join();
    return true;
}

/// Moves all that one lane holds into the unmatched store.
GPURMA_OUT_OF_LINE void drain_lane(gpurma_state &gst, const first_warp &warp, std::uint32_t source) {
    note taken;
    while (take_from_lane(gst, warp, source, taken)) {
        if (!store_unmatched(gst, warp, taken)) return;
    }
}

/// Which near ranks have something in their lane, of the 32 from `base`.
__device__ __forceinline__ bool lane_has_news(gpurma_state &gst, std::uint32_t source) {
    if (source >= gst.near_ranks) return false;
    const peer_state &from = peer(gst, source);
    if (from.arena == 0) return false;
    return load_piece(at<piece>(from.incoming, 0) + (from.taken & (lane_pieces - 1))).sequence == from.taken + 1;
}

/// Calls `use` with each near rank whose lane holds something; stops when it returns false. Four groups of loads are in
/// flight at a time: a look at one lane is a trip to memory.
template <typename Use>
__device__ inline void for_each_lane_with_news(gpurma_state &gst, const first_warp &warp, Use use) {
    constexpr std::uint32_t groups = 4;
    for (std::uint32_t base = 0; base < gst.near_ranks; base += groups * warp.width) {
        bool news[groups];
        for (std::uint32_t g = 0; g < groups; g++) news[g] = lane_has_news(gst, base + g * warp.width + warp.lane);
        for (std::uint32_t g = 0; g < groups; g++) {
            for (std::uint32_t votes = warp.vote(news[g]); votes != 0; votes &= votes - 1) {
                const std::uint32_t source = base + g * warp.width + static_cast<std::uint32_t>(__ffs(static_cast<int>(votes)) - 1);
                if (!use(source)) return;
            }
        }
    }
}

/// Moves what has arrived into the unmatched store, so that a rank that waits for something else never blocks the
/// ranks that notify it.
GPURMA_OUT_OF_LINE void drain_notes(gpurma_state &gst, const first_warp &warp) {
    for_each_lane_with_news(gst, warp, [&](std::uint32_t source) {
        drain_lane(gst, warp, source);
        return !warp.stopped(gst);
    });
    for (std::uint32_t source = warp.lane; source < gst.near_ranks; source += warp.width) {
        peer_state &from = peer(gst, source);
        if (from.taken != from.paid) pay_credits(from);
    }
    warp.join();
    note taken;
    if (gst.context.process_count == gst.context.near_processes) return;
    while (!warp.stopped(gst) && take_from_host(gst, warp, taken)) store_unmatched(gst, warp, taken);
}

GPURMA_OUT_OF_LINE int count_matches(gpurma_state &gst, const first_warp &warp, const query &asked) {
    const note *store = unmatched_store(gst);
    int found = 0;
    for (std::uint32_t base = 0; base < gst.unmatched; base += warp.width) {
        const std::uint32_t i = base + warp.lane;
        found += __popc(warp.vote(i < gst.unmatched && asked.takes(store[i])));
    }
    return found;
}

/// Removes the first `count` matches from the store, keeping the order of the rest.
GPURMA_OUT_OF_LINE void remove_matches(gpurma_state &gst, const first_warp &warp, const query &asked, int count) {
    note *store = unmatched_store(gst);
    const std::uint32_t waiting = gst.unmatched;
    const std::uint32_t before = (1u << warp.lane) - 1;
    std::uint32_t kept = 0;
    int removed = 0;
    for (std::uint32_t base = 0; base < waiting; base += warp.width) {
        const std::uint32_t i = base + warp.lane;
        note candidate = {};
        if (i < waiting) candidate = store[i];
        const std::uint32_t matches = warp.vote(i < waiting && asked.takes(candidate));
        const bool remove = (matches >> warp.lane & 1) != 0 && removed + __popc(matches & before) < count;
        const std::uint32_t keeps = warp.vote(i < waiting && !remove);
        // The vote is behind all reads of this group, and what is kept moves down, never past the group.
        if (i < waiting && !remove) store[kept + static_cast<std::uint32_t>(__popc(keeps & before))] = candidate;
        const std::uint32_t from_host = warp.vote(remove && (candidate.sequence & came_from_host) != 0);
        const int gone = __popc(warp.vote(remove));
        if (warp.leads()) {
            gst.counters.remote_notifications_matched += static_cast<std::uint64_t>(__popc(from_host));
            gst.counters.local_notifications_matched += static_cast<std::uint64_t>(gone - __popc(from_host));
        }
        kept += static_cast<std::uint32_t>(__popc(keeps));
        removed += gone;
    }
    warp.join();
    if (warp.leads()) gst.unmatched = kept;
    warp.join();
}

/// One attempt or a wait for `count` matches; nothing is taken unless all are there.
class matching {
   public:
    __device__ matching(gpurma_state &gst, const first_warp &warp, const query &asked, int count)
        : gst_(gst),
          warp_(warp),
          asked_(asked),
          count_(count),
          found_(gst.unmatched == 0 ? 0 : count_matches(gst, warp, asked)),
          near_source_(asked.source == any ? gst.near_ranks : near_rank_of(gst, comm_of(asked.window), asked.source)),
          from_one_lane_(near_source_ < gst.near_ranks && peer(gst, near_source_).arena != 0) {}

    /// Looks at what has arrived; true when all matches are taken.
    __device__ bool attempt(std::uint32_t poll) {
        if (found_ < count_ && !(from_one_lane_ ? look_at_lane(near_source_) : look_everywhere())) {
            if (from_one_lane_ && poll > 0 && poll % 64 == 0) drain_others();
        }
        if (taken_at_once_) return true;
        if (found_ < count_ || warp_.stopped(gst_)) return false;
        if (count_ > 0) remove_matches(gst_, warp_, asked_, count_);
        return true;
    }

    __device__ bool wait() {
        if (attempt(0)) return true;
        const std::uint64_t start = device_time_ns();
        patience waiting;
        std::uint32_t polls = 0;
        do {
            const bool lasts = !warp_.leads() || waiting.lasts(gst_, [&] { return has_news(); });
            if (!warp_.from_leader(lasts)) return false;
            // In a long wait only: the next release would have to wait for these stores to reach the host.
            if (waiting.polls == 4096) publish_counters(gst_);
            polls += polls_alone;
        } while (!attempt(polls));
        if (warp_.leads()) gst_.counters.wait_ns += device_time_ns() - start;
        return true;
    }

   private:
    /// A note that arrived; true when the search is over.
    __device__ bool consider(const note &arrived) {
        const bool match = asked_.takes(arrived);
        if (match && count_ == 1) {
            if (warp_.leads()) count_matched(gst_, arrived);
            taken_at_once_ = true;
            return true;
        }
        if (!store_unmatched(gst_, warp_, arrived)) return true;
        if (match) found_++;
        return found_ >= count_;
    }

    /// Leader only.
    __device__ bool has_news() {
        if (from_one_lane_) return lane_has_news(gst_, near_source_);
        for (std::uint32_t source = 0; source < gst_.near_ranks; source++) {
            if (lane_has_news(gst_, source)) return true;
        }
        return host_has_news(gst_);
    }

    __device__ bool look_at_lane(std::uint32_t source) {
        note taken;
        while (take_from_lane(gst_, warp_, source, taken)) {
            if (consider(taken)) return true;
        }
        return false;
    }

    __device__ bool look_everywhere() {
        bool over = false;
        for_each_lane_with_news(gst_, warp_, [&](std::uint32_t source) {
            over = look_at_lane(source);
            return !over && !warp_.stopped(gst_);
        });
        if (over || gst_.context.process_count == gst_.context.near_processes) return over;
        note taken;
        while (!over && !warp_.stopped(gst_) && take_from_host(gst_, warp_, taken)) over = consider(taken);
        return over;
    }

    /// Ranks that we do not wait for must not be held up by a full lane.
    __device__ void drain_others() {
        const std::uint32_t before = gst_.unmatched;
        drain_notes(gst_, warp_);
        if (gst_.unmatched != before) found_ = count_matches(gst_, warp_, asked_);
    }

    gpurma_state &gst_;
    const first_warp &warp_;
    const query asked_;
    const int count_;
    int found_;
    const std::uint32_t near_source_;
    const bool from_one_lane_;
    bool taken_at_once_ = false;
};

}  // namespace detail
}  // namespace gpurma
