// Notifications of a rank: arriving in lanes from near ranks and from the host, matched in order of arrival by window,
// source and tag, or counted by tag alone. What arrives before it is asked for waits in the unmatched store. First warp
// only.
#pragma once

#include "gpurma/detail/calls.h"

namespace gpurma {
namespace detail {

/// What a wait asks for; `any` in source or tag takes every value.
struct query {
    std::uint32_t window;
    int source;
    int tag;

    __device__ __forceinline__ bool takes(note arrived) const {
        return arrived.word[0] == window && (source == any || arrived.word[1] == static_cast<std::uint32_t>(source)) &&
               (tag == any || arrived.word[2] == static_cast<std::uint32_t>(tag));
    }
};

/// Leader only.
__device__ __forceinline__ void count_matched(gpurma_state &gst, const note &matched) {
    GPURMA_COUNT(gst.counters.paths[matched.sequence].notifications_matched++);
    static_cast<void>(matched);
}

GPURMA_OUT_OF_LINE bool store_unmatched(gpurma_state &gst, first_warp warp, note arrived) {
    const std::uint32_t waiting = gst.unmatched;
    if (waiting == gst.context.unmatched_slots) {
        fail(gst, fault_kind::notification_overflow,
             "more than %0 notifications wait unmatched; match them sooner, or raise gpurma.unmatched.slots",
             nullptr, gst.context.unmatched_slots);
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

/// Keeps what has arrived; false when the rank must end.
__device__ __forceinline__ bool keep(gpurma_state &gst, first_warp warp, arrival what, note taken) {
    return what != arrival::notification || store_unmatched(gst, warp, taken);
}

/// Moves all that one lane holds into the unmatched store.
GPURMA_OUT_OF_LINE void drain_lane(gpurma_state &gst, first_warp warp, std::uint32_t source) {
    note taken;
    for (arrival what = take_from_lane(gst, warp, source, taken); what != arrival::nothing;
         what = take_from_lane(gst, warp, source, taken)) {
        if (!keep(gst, warp, what, taken)) return;
    }
}

/// The host's lane is empty: a quiet moment to say so. First warp.
__device__ __forceinline__ void pay_idle_host(gpurma_state &gst, first_warp warp) {
    if (gst.host_taken == gst.host_paid) return;
    warp.join();
    if (warp.leads()) pay_host(gst);
    warp.join();
}

GPURMA_OUT_OF_LINE void drain_host_lane(gpurma_state &gst, first_warp warp) {
    note taken;
    for (arrival what = take_from_host(gst, warp, taken); what != arrival::nothing;
         what = take_from_host(gst, warp, taken)) {
        if (!keep(gst, warp, what, taken)) return;
    }
    pay_idle_host(gst, warp);
}

__device__ __forceinline__ bool host_has_news(gpurma_state &gst) {
    const incoming_lane lane = host_lane(gst);
    return load_piece(lane.slot(0)).sequence == lane.sequence(0);
}

__device__ __forceinline__ bool lane_has_news(gpurma_state &gst, std::uint32_t source) {
    if (source >= gst.near_ranks) return false;
    const peer_state &from = peer(gst, source);
    if (from.arena == 0) return false;
    return load_piece(at<piece>(from.incoming, 0) + (from.taken & (lane_pieces - 1))).sequence == from.taken + 1;
}

/// Calls `use` with each near rank whose lane holds something; stops when it returns false. Eight groups of loads are in
/// flight at a time: a look at one lane is a trip to memory.
template <typename Use>
__device__ inline void for_each_lane_with_news(gpurma_state &gst, first_warp warp, Use use) {
    constexpr std::uint32_t groups = 8;
    for (std::uint32_t base = 0; base < gst.near_ranks; base += groups * warp.width) {
        std::uint32_t news = 0;
        for (std::uint32_t g = 0; g < groups; g++) {
            news |= (lane_has_news(gst, base + g * warp.width + warp.lane) ? 1u : 0u) << g;
        }
        for (std::uint32_t g = 0; g < groups && base + g * warp.width < gst.near_ranks; g++) {
            for (std::uint32_t votes = warp.vote((news >> g & 1) != 0); votes != 0; votes &= votes - 1) {
                const std::uint32_t bit = static_cast<std::uint32_t>(__ffs(static_cast<int>(votes)) - 1);
                if (!use(base + g * warp.width + bit)) return;
            }
        }
    }
}

/// Moves what has arrived into the unmatched store, so that a rank that waits for something else never blocks the
/// ranks that notify it; and settles with the sources.
GPURMA_OUT_OF_LINE void drain_notes(gpurma_state &gst, first_warp warp) {
    for_each_lane_with_news(gst, warp, [&](std::uint32_t source) {
        drain_lane(gst, warp, source);
        return !warp.stopped(gst);
    });
    for (std::uint32_t source = warp.lane; source < gst.near_ranks; source += warp.width) {
        peer_state &from = peer(gst, source);
        if (from.taken != from.settled) settle(from);
    }
    warp.join();
    if (has_far_ranks(gst) && !warp.stopped(gst)) drain_host_lane(gst, warp);
}

/// Waits until `holds` on all lanes, draining notes, so that a waiting rank never holds up one that notifies it.
template <typename Condition>
__device__ inline bool wait_draining(gpurma_state &gst, first_warp warp, const wait_subject &subject, Condition holds) {
    if (warp.vote(!holds()) == 0) return true;
    long_wait waiting(gst, warp, subject);
    do {
        if (!waiting.goes_on(0, holds, [&] { drain_notes(gst, warp); })) return false;
    } while (warp.vote(!holds()) != 0);
    waiting.ends();
    return true;
}

GPURMA_OUT_OF_LINE int count_matches(gpurma_state &gst, first_warp warp, query asked) {
    const note *store = unmatched_store(gst);
    int found = 0;
    for (std::uint32_t base = 0; base < gst.unmatched; base += warp.width) {
        const std::uint32_t i = base + warp.lane;
        found += __popc(warp.vote(i < gst.unmatched && asked.takes(store[i])));
    }
    return found;
}

/// Takes up to `count` matches out of the store, oldest first, keeping the order of the rest; returns how many.
GPURMA_OUT_OF_LINE int take_matches(gpurma_state &gst, first_warp warp, query asked, int count) {
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
        const std::uint32_t place = kept + static_cast<std::uint32_t>(__popc(keeps & before));
        if (i < waiting && !remove && place != i) store[place] = candidate;
        for (std::uint32_t path = 0; path < path_count; path++) {
            const int gone = __popc(warp.vote(remove && candidate.sequence == path));
            if (warp.leads()) {
                GPURMA_COUNT(gst.counters.paths[path].notifications_matched += static_cast<std::uint64_t>(gone));
            }
            removed += gone;
        }
        kept += static_cast<std::uint32_t>(__popc(keeps));
    }
    warp.join();
    if (warp.leads()) gst.unmatched = kept;
    warp.join();
    return removed;
}

/// Where notifications of a query may come from.
class search {
   public:
    __device__ __forceinline__ search(gpurma_state &gst, first_warp warp, std::uint32_t comm, int source)
        : gst_(gst), warp_(warp), source_(source == any ? no_rank : near_rank_of(gst, comm, source)) {
        one_lane_ = source != any && source_ < gst.near_ranks && peer(gst, source_).arena != 0;
        host_only_ = source != any && !one_lane_;
    }

    /// Gives `consider` what has arrived, one after the other, until it says that it is done.
    template <typename Consider>
    __device__ __forceinline__ bool look(Consider consider) {
        if (one_lane_) return look_at_lane(source_, consider);
        if (!host_only_) {
            const std::uint32_t recent = gst_.last_source;
            if (recent == from_the_host ? look_at_host(consider) : look_at_lane(recent, consider)) return true;
            bool done = false;
            for_each_lane_with_news(gst_, warp_, [&](std::uint32_t source) {
                done = look_at_lane(source, consider);
                return !done && !warp_.stopped(gst_);
            });
            if (done) return true;
        }
        return has_far_ranks(gst_) && look_at_host(consider);
    }

    /// Leader only.
    __device__ __forceinline__ bool has_news() const {
        if (one_lane_) return lane_has_news(gst_, source_);
        if (has_far_ranks(gst_) && host_has_news(gst_)) return true;
        if (host_only_) return false;
        for (std::uint32_t source = 0; source < gst_.near_ranks; source++) {
            if (lane_has_news(gst_, source)) return true;
        }
        return false;
    }

   private:
    template <typename Consider>
    __device__ __forceinline__ bool look_at_lane(std::uint32_t source, Consider consider) {
        note taken;
        for (arrival what = take_from_lane(gst_, warp_, source, taken); what != arrival::nothing;
             what = take_from_lane(gst_, warp_, source, taken)) {
            if (consider(what, taken)) return true;
        }
        return false;
    }

    template <typename Consider>
    __device__ __forceinline__ bool look_at_host(Consider consider) {
        note taken;
        for (arrival what = take_from_host(gst_, warp_, taken); what != arrival::nothing;
             what = take_from_host(gst_, warp_, taken)) {
            if (consider(what, taken)) return true;
        }
        pay_idle_host(gst_, warp_);
        return false;
    }

    gpurma_state &gst_;
    const first_warp warp_;
    const std::uint32_t source_;
    bool one_lane_;
    bool host_only_;
};

/// Makes the window that is waited for the one whose place is at hand: looked up while the bytes are on their way.
__device__ __forceinline__ void prepare_for(gpurma_state &gst, first_warp warp, std::uint32_t window) {
    if (own_window_slot(gst, window).window == window && gst.recent_window == window) return;
    const std::uint64_t base = own_arena(gst) + part_of(gst, own_arena(gst), window, gst.near_rank)->base;
    warp.join();
    if (warp.leads()) {
        gst.recent_window = window;
        own_window_slot(gst, window) = {base, window};
    }
    warp.join();
}

/// Takes `count` matches or, when not that many have arrived, none.
GPURMA_OUT_OF_LINE bool try_matches(gpurma_state &gst, first_warp warp, query asked, int count) {
    search arrivals(gst, warp, comm_of(asked.window), asked.source);
    int found = gst.unmatched == 0 ? 0 : count_matches(gst, warp, asked);
    if (found < count) {
        arrivals.look([&](arrival what, note taken) {
            if (!keep(gst, warp, what, taken)) return true;
            if (what == arrival::notification && asked.takes(taken)) found++;
            return found >= count;
        });
    }
    if (found < count || warp.stopped(gst)) return false;
    take_matches(gst, warp, asked, count);
    return true;
}

/// Takes `count` matches as they come; false when the rank must end.
__device__ inline bool wait_for_matches(gpurma_state &gst, first_warp warp, query asked, int count) {
    int missing = count;
    if (gst.unmatched != 0) missing -= take_matches(gst, warp, asked, missing);
    if (missing == 0) return true;
    prepare_for(gst, warp, asked.window);
    search arrivals(gst, warp, comm_of(asked.window), asked.source);
    const auto consider = [&](arrival what, note taken) {
        if (what != arrival::notification || !asked.takes(taken)) return !keep(gst, warp, what, taken);
        if (warp.leads()) count_matched(gst, taken);
        return --missing == 0;
    };
    if (arrivals.look(consider)) return missing == 0;
    long_wait waiting(gst, warp,
                      {wait_kind::notifications, asked.window, asked.source, asked.tag, static_cast<std::uint32_t>(count)});
    const auto drain = [&] {
        const std::uint32_t before = gst.unmatched;
        drain_notes(gst, warp);
        if (gst.unmatched != before) missing -= take_matches(gst, warp, asked, missing);
    };
    do {
        if (!waiting.goes_on(static_cast<std::uint32_t>(count - missing), [&] { return arrivals.has_news(); }, drain)) {
            return false;
        }
        if (missing == 0) break;
    } while (!arrivals.look(consider));
    waiting.ends();
    return missing == 0;
}

/// Takes `count` off the counter of a tag, if that many have arrived.
__device__ __forceinline__ bool take_counted(gpurma_state &gst, first_warp warp, std::uint32_t tag,
                                             std::uint32_t count) {
    // The leader counted; what it saw last is what the warp goes by, and no other lane looks while it counts.
    if (!warp.from_leader(warp.leads() && gst.tag_counters[tag] >= count)) return false;
    if (warp.leads()) gst.tag_counters[tag] -= count;
    warp.join();
    return true;
}

GPURMA_OUT_OF_LINE bool try_counted(gpurma_state &gst, first_warp warp, std::uint32_t tag, std::uint32_t count) {
    if (take_counted(gst, warp, tag, count)) return true;
    search arrivals(gst, warp, comm_world, any);
    arrivals.look([&](arrival what, note taken) {
        return !keep(gst, warp, what, taken) || warp.from_leader(warp.leads() && gst.tag_counters[tag] >= count);
    });
    return !warp.stopped(gst) && take_counted(gst, warp, tag, count);
}

__device__ inline bool wait_for_counted(gpurma_state &gst, first_warp warp, std::uint32_t tag,
                                        std::uint32_t count) {
    if (take_counted(gst, warp, tag, count)) return true;
    search arrivals(gst, warp, comm_world, any);
    const auto consider = [&](arrival what, note taken) {
        return !keep(gst, warp, what, taken) || warp.from_leader(warp.leads() && gst.tag_counters[tag] >= count);
    };
    long_wait waiting(gst, warp, {wait_kind::counter, no_window, any, static_cast<int>(tag), count});
    while (!arrivals.look(consider)) {
        if (!waiting.goes_on(gst.tag_counters[tag], [&] { return arrivals.has_news(); }, [&] { drain_notes(gst, warp); })) {
            return false;
        }
        // Draining may have brought the last one.
        if (warp.from_leader(warp.leads() && gst.tag_counters[tag] >= count)) break;
    }
    waiting.ends();
    return !warp.stopped(gst) && take_counted(gst, warp, tag, count);
}

__device__ __forceinline__ int comm_size(gpurma_state &gst, int comm) {
    return static_cast<int>(comm == comm_world ? gst.context.world_size : gst.context.device_ranks);
}

/// First warp.
GPURMA_OUT_OF_LINE query checked_query(gpurma_state &gst, const char *call, int window, int source, int tag, int count) {
    if (!is_alive(gst, window)) {
        fail(gst, fault_kind::window_misuse, "%0 is not a window that is alive", call, window);
    } else if (count < 0) {
        fail(gst, fault_kind::api_misuse, "a count of %0 notifications is negative", call, count);
    } else if (source < any || source >= comm_size(gst, window >> window_comm_shift)) {
        fail(gst, fault_kind::api_misuse, "source %0 is outside the communicator's 0 to %1", call, source,
             comm_size(gst, window >> window_comm_shift) - 1);
    }
    return query{static_cast<std::uint32_t>(window), source, tag};
}

/// First warp.
GPURMA_OUT_OF_LINE bool is_countable(gpurma_state &gst, const char *call, int tag, int count) {
    if (tag < 0 || tag >= static_cast<int>(counter_tags)) {
        fail(gst, fault_kind::api_misuse, "tag %0 of a counting notification is outside 0 to 255", call, tag);
    } else if (count < 0) {
        fail(gst, fault_kind::api_misuse, "a count of %0 notifications is negative", call, count);
    }
    return !is_stopped(gst);
}

/// The end of a round of polls that the program itself makes: it must notice the job's end, and drain its other lanes,
/// like one that waits. First warp.
__device__ inline void look_around(gpurma_state &gst, first_warp warp) {
    const std::uint32_t tests = gst.tests + 1;
    warp.join();
    if (warp.leads()) gst.tests = tests;
    relax(1);
    if (tests % polls_a_look != 0) return;
    if (warp.leads() && host_aborts(gst, tests)) stop(gst);
    if (!warp.stopped(gst)) drain_notes(gst, warp);
}

GPURMA_OUT_OF_LINE bool test_notifications(gpurma_state &gst, int window, int source, int tag, int count) {
    return by_first_warp(gst, [&](first_warp warp) -> std::uint64_t {
               const query asked = checked_query(gst, "gpurma_test_notifications", window, source, tag, count);
               if (warp.stopped(gst)) return 0;
               if (try_matches(gst, warp, asked, count)) return 1;
               look_around(gst, warp);
               return 0;
           }) != 0;
}

/// First warp: any wait.
GPURMA_OUT_OF_LINE void wait_long(gpurma_state &gst, int window, int source, int tag, int count) {
    const first_warp warp;
    drop_unbooked(gst, warp);
    // A thread that failed an assertion is gone, and may have been the leader.
    if (warp.vote(is_stopped(gst)) != 0) return;
    const query asked = checked_query(gst, "gpurma_wait_notifications", window, source, tag, count);
    if (!warp.stopped(gst)) wait_for_matches(gst, warp, asked, count);
}

}  // namespace detail
}  // namespace gpurma
