// Waits for what comes soon, which programs spend their time in. First warp only.
#pragma once

#include "gpurma/detail/matching.h"

namespace gpurma {
namespace detail {

/// A lane that a short wait looks at, and where what it took is booked.
struct short_lane {
    incoming_lane lane;
    std::uint32_t peer;
    std::uint32_t path;
};

/// What the third word of a header must be in the bits that are looked at.
struct wanted_header {
    std::uint32_t checked;
    std::uint32_t expected;
};

/// One wait in eight is timed, for all of them: reading the clock would be felt.
__device__ __forceinline__ bool is_timed(gpurma_state &gst) { return gst.short_waits % short_waits_a_timing == 0; }

/// First warp, of 32: the wait that programs spend their time in, for one notification of a near rank that comes next
/// in its lane and soon, with no more pieces than `width` warps hold. Everything else is left to wait_long, out of the
/// way: a put of 8 B took 2.0 us on an H200 when all of it stood in one place, for the instructions alone. What happens
/// between the arrival and the end counts most: all that can be is read before, and booked after; every lane reads a near
/// rank's header for itself, so that one vote tells that all pieces are there, and nobody asks another lane. Of one warp's
/// width, `pieces` lanes look, as many as the last packet had, until there is a larger one: what is looked at for nothing
/// is in the way of what comes.
template <std::uint32_t width, std::uint32_t heading, bool may_be_timed = true>
__device__ __forceinline__ bool wait_shortly(gpurma_state &gst, const short_lane &from, const own_window &own,
                                             const wanted_header &wanted, int source, int tag,
                                             std::uint32_t pieces, std::uint32_t patience) {
    constexpr std::uint32_t everybody = 0xffffffffu;
    const std::uint32_t thread = thread_index();
    const incoming_lane lane = from.lane;
    const bool timed = may_be_timed && is_timed(gst);
    const std::uint32_t since = timed ? static_cast<std::uint32_t>(device_cycles()) : 0;

    // Known before the loop: where its loads wait for each other, a poll takes two trips to memory.
    std::uint64_t place[1 + width];
    place[0] = reinterpret_cast<std::uint64_t>(lane.slot(0));
    for (std::uint32_t w = 0; w < width; w++) place[1 + w] = reinterpret_cast<std::uint64_t>(lane.slot(thread + 32 * w));
    for (std::uint64_t &known : place) pin(known);

    piece header, held[width] = {};
    std::uint32_t bytes;
    char *to;
    std::uint32_t polls = 0;
    GPURMA_KEEP_ROLLED
    while (true) {
        for (std::uint32_t w = 0; w < width; w++) {
            if (width > 1 || thread < pieces) held[w] = load_piece(at<piece>(place[1 + w], 0));
        }
        if (heading == 1) {
            header = load_piece(at<piece>(place[0], 0));
        } else {
            // From the host another load is another read over the bus.
            for (std::uint32_t i = 0; i < 3; i++) header.word[i] = __shfl_sync(everybody, held[0].word[i], 0);
            header.sequence = __shfl_sync(everybody, held[0].sequence, 0);
        }
        bytes = header.word[2] >> header_bytes_shift & header_bytes_mask;
        const bool here = header.sequence == lane.sequence(0);
        const bool looked_at_all = width > 1 || bytes <= (pieces - heading) * payload_bytes_per_piece;
        bool whole = here & looked_at_all;
        for (std::uint32_t w = 0; w < width; w++) {
            const std::uint32_t index = thread + 32 * w;
            const bool is_payload = (index - heading) * payload_bytes_per_piece < bytes;
            whole = whole & (!(is_payload | (heading == 2 && index == 1)) | (held[w].sequence == lane.sequence(index)));
        }
        to = at<char>(own.base, header.word[1]);
        const bool takes = ((header.word[2] & wanted.checked) == wanted.expected) &
                           ((tag == any) | (header.word[0] == static_cast<std::uint32_t>(tag))) &
                           (bytes <= (32 * width - heading) * payload_bytes_per_piece) &
                           ((bytes == 0) | (((header.word[2] & 0xffff) == own.window) & is_of_words(to, bytes)));
        const bool direct = (header.word[2] >> header_flags_shift & access_direct) != 0;
        // One vote for what comes most.
        if (GPURMA_OFTEN(__all_sync(everybody, whole & takes & !direct))) break;
        if (GPURMA_SELDOM(__any_sync(everybody, here & (!takes | direct | !looked_at_all)))) {
            if (__all_sync(everybody, whole & takes)) {
                acquire_direct(lane, from.path);
                break;
            }
            if (__all_sync(everybody, here) && !__all_sync(everybody, takes)) {
                if (thread == 0) gst.unbooked = {header.word[2], from.peer, 0, 0};
                return false;
            }
            if (__any_sync(everybody, here & !looked_at_all)) pieces = 32;
        }
        if (GPURMA_SELDOM(polls++ == patience)) return false;
    }

    if (heading == 2) {
        const std::uint32_t origin = __shfl_sync(everybody, held[0].word[0], 1);
        if (source != any && origin != static_cast<std::uint32_t>(source)) {
            if (thread == 0) gst.unbooked = {header.word[2], from.peer, 0, 0};
            return false;
        }
    }
    for (std::uint32_t w = 0; w < width; w++) scatter_words(to, bytes, thread + 32 * w - heading, held[w]);
    std::uint32_t cycles = 0;
    if (GPURMA_SELDOM(timed)) cycles = static_cast<std::uint32_t>(device_cycles()) - since;
    if (thread == 0) gst.unbooked = {header.word[2], from.peer, timed, cycles};
    return true;
}

__device__ __forceinline__ short_lane lane_of_peer(gpurma_state &gst, std::uint32_t slot) {
    const peer_state &from = gst.resident[slot];
    return {{at<piece>(from.incoming, 0), lane_pieces - 1, from.taken}, slot, from.path};
}

/// The same for few pieces, where the wait is timed.
GPURMA_OUT_OF_LINE bool wait_shortly_by_the_clock(gpurma_state &state, std::uint32_t slot, own_window own,
                                                  wanted_header header, int tag, std::uint32_t pieces,
                                                  std::uint32_t patience) {
    gpurma_state &gst = at_hand(state);
    return wait_shortly<1, 1>(gst, lane_of_peer(gst, slot), own, header, any, tag, pieces, patience);
}

/// The same for packets of more pieces than a warp has lanes: all are asked for at once, which saves a trip to memory.
GPURMA_OUT_OF_LINE bool wait_shortly_for_many(gpurma_state &state, std::uint32_t slot, own_window own,
                                              wanted_header header, int tag, std::uint32_t patience) {
    gpurma_state &gst = at_hand(state);
    return wait_shortly<3, 1>(gst, lane_of_peer(gst, slot), own, header, any, tag, 32 * 3, patience);
}

/// The same for the host's lane, whose accesses carry their source in a second piece.
GPURMA_OUT_OF_LINE bool wait_shortly_for_host(gpurma_state &state, own_window own, wanted_header header, int source,
                                              int tag) {
    gpurma_state &gst = at_hand(state);
    // What the host sends is still far away: a quiet moment.
    pay_idle_host(gst, first_warp());
    const short_lane lane = {host_lane(gst), from_the_host, path_network};
    const std::uint32_t pieces = max(gst.recent_pieces, 2u);
    return pieces > 32 ? wait_shortly<3, 2>(gst, lane, own, header, source, tag, pieces, polls_of_a_guess)
                       : wait_shortly<1, 2>(gst, lane, own, header, source, tag, pieces, polls_of_a_guess);
}

/// First warp, after a short wait for few pieces that failed: whether more came.
__device__ __forceinline__ bool is_of_many(gpurma_state &gst) {
    __syncwarp();
    const bool many = gst.unbooked.about != 0 && pieces_of(gst.unbooked) > 32;
    __syncwarp();
    return many;
}

/// First warp: the one access that is awaited, where it comes next in the lane that it is expected in, with few pieces or
/// with as many as the last. What is looked at is read together, for one branch.
__device__ __forceinline__ bool next_comes_shortly(gpurma_state &gst, std::uint32_t near, const own_window &own,
                                                   const wanted_header &wanted, int source, int tag,
                                                   std::uint32_t patience) {
    const std::uint32_t slot = near % resident_peers;
    const std::uint32_t pieces = max(gst.recent_pieces, 1u);
    const bool timed = is_timed(gst);
    const short_lane from = lane_of_peer(gst, slot);
    const bool ready = (near < gst.near_ranks) & (gst.resident_rank[slot] == near);
    if (GPURMA_OFTEN(ready & (pieces <= 32) & !timed)) {
        return wait_shortly<1, 1, false>(gst, from, own, wanted, any, tag, pieces, patience);
    }
    if (ready & (pieces <= 32)) return wait_shortly_by_the_clock(gst, slot, own, wanted, tag, pieces, patience);
    if (ready) return wait_shortly_for_many(gst, slot, own, wanted, tag, patience);
    return near >= gst.near_ranks && has_far_ranks(gst) && wait_shortly_for_host(gst, own, wanted, source, tag);
}

/// The same, for whatever number of pieces.
__device__ __forceinline__ bool comes_shortly(gpurma_state &gst, std::uint32_t near, const own_window &own,
                                              const wanted_header &wanted, int source, int tag,
                                              std::uint32_t patience) {
    if (next_comes_shortly(gst, near, own, wanted, source, tag, patience)) return true;
    return near < gst.near_ranks && is_of_many(gst) &&
           wait_shortly_for_many(gst, near % resident_peers, own, wanted, tag, patience);
}

/// Polls more, once some of the awaited notifications are there, for the others to be taken with them.
constexpr std::uint32_t polls_for_the_others = 2;

/// What peers at hand have sent.
struct news {
    std::uint32_t taken;  ///< notifications without bytes
    std::uint32_t near;   ///< else: who sent bytes that are wanted, no_rank where nothing comes shortly
};

/// First warp, of 32: books the notification without bytes that each of these lanes found at its peer. The acquires are
/// under way together: one trip to memory for all.
__device__ __forceinline__ void take_bare(gpurma_state &gst, std::uint32_t lanes, bool is_direct, std::uint32_t since) {
    const std::uint32_t thread = thread_index();
    const std::uint32_t slot = thread % resident_peers;
    const bool mine = (lanes >> thread & 1) != 0;
    const std::uint32_t through_peers = __ballot_sync(0xffffffffu, mine && gst.resident[slot].path != path_device);
    // All lanes have read what is changed here.
    __syncwarp();
    if (mine) {
        peer_state &from = gst.resident[slot];
        if (is_direct) acquire_direct({at<piece>(from.incoming, 0), lane_pieces - 1, from.taken}, from.path);
        from.taken++;
        exchange_credits(gst, from, gst.resident_rank[slot]);
    }
    if (thread == 0) {
        const std::uint32_t taken = static_cast<std::uint32_t>(__popc(lanes));
        const std::uint32_t far = static_cast<std::uint32_t>(__popc(through_peers));
        const bool timed = gst.short_waits++ % short_waits_a_timing == 0;
        gst.lane_taken += taken;
        gst.recent_pieces = 1;
        gst.last_source = gst.resident_rank[__ffs(static_cast<int>(lanes)) - 1];
        GPURMA_COUNT(gst.counters.paths[path_peer].notifications_matched += far);
        GPURMA_COUNT(gst.counters.paths[path_device].notifications_matched += taken - far);
        GPURMA_COUNT(gst.wait_cycles += timed ? short_waits_a_timing * (static_cast<std::uint32_t>(device_cycles()) - since) : 0);
        static_cast<void>(far);
        static_cast<void>(timed);
        static_cast<void>(since);
    }
    __syncwarp();
}

/// First warp, of 32: takes what peers at hand have sent without bytes and is wanted, up to `missing` of it together, as
/// soon as it is there. Each lane looks at a peer of its own. What is not wanted yet stays where it is: a neighbour that
/// is a step ahead costs nothing. Takes numbers, no records: those travel by way of the stack.
GPURMA_OUT_OF_LINE news take_news(gpurma_state &state, std::uint32_t checked, std::uint32_t expected, int tag,
                                  std::uint32_t missing) {
    gpurma_state &gst = at_hand(state);
    constexpr std::uint32_t everybody = 0xffffffffu;
    const std::uint32_t thread = thread_index();
    const std::uint32_t slot = thread % resident_peers;
    const bool known = thread < resident_peers && gst.resident_rank[slot] != no_rank;
    const incoming_lane lane = lane_of_peer(gst, slot).lane;
    // Who has been crowded out, or comes through the host, is found by wait_long.
    const std::uint32_t patience =
        has_far_ranks(gst) ? polls_of_a_guess : gst.is_crowded != 0 ? polls_when_crowded : polls_of_a_short_wait;
    const std::uint32_t since = static_cast<std::uint32_t>(device_cycles());
    std::uint32_t others = 0;
    GPURMA_KEEP_ROLLED
    for (std::uint32_t polls = 0; polls < patience; polls++) {
        const piece head = known ? load_piece(lane.slot(0)) : piece{};
        const std::uint32_t about = head.word[2];
        const bool wanted = known & (head.sequence == lane.sequence(0)) & ((about & checked) == expected) &
                            ((tag == any) | (head.word[0] == static_cast<std::uint32_t>(tag)));
        const bool is_bare = (about >> header_bytes_shift & header_bytes_mask) == 0;
        const std::uint32_t bare = __ballot_sync(everybody, wanted & is_bare);
        const std::uint32_t laden = __ballot_sync(everybody, wanted & !is_bare);
        const std::uint32_t there = static_cast<std::uint32_t>(__popc(bare));
        if (bare != 0 && (there >= missing || laden != 0 || others++ == polls_for_the_others)) {
            const std::uint32_t before = static_cast<std::uint32_t>(__popc(bare & ((1u << thread) - 1)));
            const std::uint32_t chosen = __ballot_sync(everybody, (bare >> thread & 1) != 0 && before < missing);
            take_bare(gst, chosen, (about >> header_flags_shift & access_direct) != 0, since);
            return {static_cast<std::uint32_t>(__popc(chosen)), no_rank};
        }
        if (laden != 0) {
            const std::uint32_t first = static_cast<std::uint32_t>(__ffs(static_cast<int>(laden))) - 1;
            const std::uint32_t bytes = __shfl_sync(everybody, about, static_cast<int>(first)) >> header_bytes_shift;
            // So that all of its pieces are asked for at once.
            if (thread == 0) gst.recent_pieces = 1 + payload_pieces(bytes & header_bytes_mask);
            __syncwarp();
            return {0, gst.resident_rank[first]};
        }
    }
    return {0, no_rank};
}

/// First warp: takes up to `count` from anybody as they come; how many did shortly. Stands where it is used: a function
/// that keeps more than it may change fetches it back from memory, behind an acquire from far away.
__device__ __forceinline__ int several_next(gpurma_state &gst, const own_window &own, const wanted_header &wanted, int tag,
                                            int count) {
    const first_warp warp;
    int taken = 0;
    GPURMA_KEEP_ROLLED
    while (true) {
        const news found =
            take_news(gst, wanted.checked, wanted.expected, tag, static_cast<std::uint32_t>(count - taken));
        taken += static_cast<int>(found.taken);
        if (taken == count) return taken;
        if (found.taken > 0) continue;
        if (found.near == no_rank) return taken;
        if (!next_comes_shortly(gst, found.near, own, wanted, any, tag, polls_of_a_short_wait)) return taken;
        if (++taken == count) return taken;
        book_called(gst, warp);
    }
}

/// First warp: the same from a named source, near or not, or from anybody.
__device__ __forceinline__ int several_shortly(gpurma_state &gst, const own_window &own, const wanted_header &wanted,
                                               std::uint32_t near, int source, int tag, int count) {
    const first_warp warp;
    int taken = 0;
    // Of anybody, who came through the host last is likely to come so again.
    GPURMA_KEEP_ROLLED
    while (source != any || gst.last_source == from_the_host) {
        if (!comes_shortly(gst, source == any ? from_the_host : near, own, wanted, source, tag, polls_of_a_short_wait)) {
            drop_unbooked(gst, warp);
            break;
        }
        if (++taken == count) return taken;
        book_called(gst, warp);
    }
    return source == any ? taken + several_next(gst, own, wanted, tag, count - taken) : taken;
}

}  // namespace detail
}  // namespace gpurma
