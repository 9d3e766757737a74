// Lanes: how near ranks notify each other and send small puts, without host, tickets or fences.
#pragma once

#include "gpurma/detail/fault.h"
#include "gpurma/detail/state.h"

namespace gpurma {
namespace detail {

constexpr int comm_world = 0;
constexpr int comm_device = 1;
constexpr int any = -1;
constexpr std::uint32_t no_rank = 0xffffffffu;

/// The path that a note in the unmatched store came by.
enum : std::uint32_t { came_near = 0, came_from_host = 1 };

__device__ __forceinline__ std::uint32_t comm_of(std::uint32_t window) { return window >> window_comm_shift; }

__device__ __forceinline__ bool is_alive(gpurma_state &gst, int window) {
    if (window < 0) return false;
    const std::uint32_t comm = comm_of(static_cast<std::uint32_t>(window));
    const std::uint32_t slot = static_cast<std::uint32_t>(window) & window_slot_mask;
    return comm <= 1 && slot < window_slots && (gst.windows_alive[comm] >> slot & 1) != 0;
}

/// Rank in a window's communicator of a near rank.
__device__ __forceinline__ std::uint32_t comm_rank_of(gpurma_state &gst, std::uint32_t comm, std::uint32_t near_rank) {
    return comm == comm_world ? near_start(gst) + near_rank : near_rank % gst.context.device_ranks;
}

/// The near rank that a rank of a communicator is; near_ranks or more where it is not near.
__device__ __forceinline__ std::uint32_t near_rank_of(gpurma_state &gst, std::uint32_t comm, int rank) {
    const std::uint32_t index = static_cast<std::uint32_t>(rank);
    if (comm == comm_world) return index - near_start(gst);
    return gst.near_rank - gst.device_rank + index;
}

__device__ __forceinline__ window_part *part_of(gpurma_state &gst, std::uint64_t arena, std::uint32_t window,
                                                std::uint32_t near_rank) {
    const std::uint32_t row = comm_of(window) * window_slots + (window & window_slot_mask);
    return at<window_part>(arena, gst.context.window_parts) + (row * gst.near_ranks + near_rank);
}

/// Where a peer's state is now.
__device__ __forceinline__ peer_state &peer(gpurma_state &gst, std::uint32_t near_rank) {
    const std::uint32_t slot = near_rank % resident_peers;
    return gst.resident_rank[slot] == near_rank ? gst.resident[slot] : at<peer_state>(gst.peers, 0)[near_rank];
}

__device__ __forceinline__ bool is_resident(gpurma_state &gst, std::uint32_t near_rank) {
    return gst.resident_rank[near_rank % resident_peers] == near_rank;
}

/// Leader only, between two barriers of those who look at the peers.
GPURMA_OUT_OF_LINE void make_resident(gpurma_state &gst, std::uint32_t near_rank) {
    const std::uint32_t slot = near_rank % resident_peers;
    peer_state *peers = at<peer_state>(gst.peers, 0);
    if (gst.resident_rank[slot] != no_rank) peers[gst.resident_rank[slot]] = gst.resident[slot];
    gst.resident[slot] = peers[near_rank];
    gst.resident_rank[slot] = near_rank;
}

/// First warp.
__device__ __forceinline__ peer_state &resident_peer(gpurma_state &gst, const first_warp &warp,
                                                     std::uint32_t near_rank) {
    if (!is_resident(gst, near_rank)) {
        warp.join();
        if (warp.leads()) make_resident(gst, near_rank);
        warp.join();
    }
    return gst.resident[near_rank % resident_peers];
}

__device__ __forceinline__ bool has_room(const peer_state &target, std::uint32_t pieces) {
    return target.sent + pieces - target.credits <= lane_pieces;
}

__device__ __forceinline__ bool has_taken(const peer_state &target, std::uint32_t pieces) {
    return static_cast<std::int32_t>(target.credits - pieces) >= 0;
}

/// Where the near rank `target` writes how many pieces it took from this rank.
__device__ __forceinline__ std::uint32_t *credits_from(gpurma_state &gst, std::uint32_t target) {
    return at<std::uint32_t>(own_device_area(gst), gst.context.device.credits) + target;
}

/// Once a rank, all threads: the addresses of all lanes.
__device__ inline void find_peers(gpurma_state &gst) {
    const device_layout &device = gst.context.device;
    for (std::uint32_t other = thread_index(); other < gst.near_ranks; other += thread_count()) {
        peer_state &state = at<peer_state>(gst.peers, 0)[other];
        state = peer_state{};
        state.arena = arena_of(gst, other);
        if (state.arena == 0) continue;
        const std::uint64_t area = device_area_of(gst, other);
        state.outgoing = area + device.lanes + gst.near_rank * lane_pieces * sizeof(piece);
        state.incoming = own_device_area(gst) + device.lanes + other * lane_pieces * sizeof(piece);
        state.credits_to = area + device.credits + gst.near_rank * sizeof(std::uint32_t);
        state.on_this_device = on_this_device(gst, other);
    }
    __syncthreads();
}

__device__ __forceinline__ std::uint32_t pieces_of(std::uint32_t payload) {
    return 1 + (payload + payload_bytes_per_piece - 1) / payload_bytes_per_piece;
}

/// Payload piece `index` (0, 1, ...) of a packet; bytes past the end are 0. No array is indexed by a variable: that
/// would put it into local memory.
__device__ __forceinline__ piece gather_payload(const char *payload, std::uint32_t bytes, std::uint32_t index) {
    piece packed = {};
    const std::uint32_t begin = index * payload_bytes_per_piece;
    if (((reinterpret_cast<std::uint64_t>(payload) | bytes) & 3) == 0) {
        const std::uint32_t *words = reinterpret_cast<const std::uint32_t *>(payload + begin);
        if (begin < bytes) packed.word[0] = words[0];
        if (begin + 4 < bytes) packed.word[1] = words[1];
        if (begin + 8 < bytes) packed.word[2] = words[2];
        return packed;
    }
    for (std::uint32_t word = 0; word < 3; word++) {
        std::uint32_t value = 0;
        for (std::uint32_t byte = 0; byte < 4; byte++) {
            const std::uint32_t position = begin + 4 * word + byte;
            if (position < bytes) value |= static_cast<std::uint32_t>(static_cast<unsigned char>(payload[position])) << (8 * byte);
        }
        packed.word[word] = value;
    }
    return packed;
}

__device__ __forceinline__ void scatter_payload(char *to, std::uint32_t bytes, std::uint32_t index,
                                                const piece &packed) {
    const std::uint32_t begin = index * payload_bytes_per_piece;
    if (((reinterpret_cast<std::uint64_t>(to) | bytes) & 3) == 0) {
        std::uint32_t *words = reinterpret_cast<std::uint32_t *>(to + begin);
        if (begin < bytes) words[0] = packed.word[0];
        if (begin + 4 < bytes) words[1] = packed.word[1];
        if (begin + 8 < bytes) words[2] = packed.word[2];
        return;
    }
    for (std::uint32_t word = 0; word < 3; word++) {
        for (std::uint32_t byte = 0; byte < 4; byte++) {
            const std::uint32_t position = begin + 4 * word + byte;
            if (position < bytes) to[position] = static_cast<char>(packed.word[word] >> (8 * byte));
        }
    }
}

/// All threads write the pieces of one put; the lane has room for them.
__device__ __forceinline__ void write_packet(const peer_state &target, std::uint32_t first, piece header,
                                             const char *payload, std::uint32_t bytes) {
    piece *ring = at<piece>(target.outgoing, 0);
    const std::uint32_t pieces = pieces_of(bytes);
    for (std::uint32_t i = thread_index(); i < pieces; i += thread_count()) {
        piece next = i == 0 ? header : gather_payload(payload, bytes, i - 1);
        next.sequence = first + i + 1;
        store_piece(ring + ((first + i) & (lane_pieces - 1)), next);
    }
}

/// Waits for a piece that is on its way: its header has arrived.
GPURMA_OUT_OF_LINE piece await_piece(gpurma_state &gst, const piece *slot, std::uint32_t sequence) {
    piece next = load_piece(slot);
    patience waiting;
    while (next.sequence != sequence && !waiting.runs_out(gst)) next = load_piece(slot);
    return next;
}

/// One thread: makes known to a source how much of its lane was taken. The release orders the payload's way into the
/// window before the source's next direct put to the same place; it takes a microsecond, so it waits for a quiet moment
/// or a lane that fills up.
GPURMA_OUT_OF_LINE void pay_credits(peer_state &source) {
    std::uint32_t *credits = at<std::uint32_t>(source.credits_to, 0);
    if (source.on_this_device) {
        store_release_device(credits, source.taken);
    } else {
        store_release_system(credits, source.taken);
    }
    source.paid = source.taken;
}

/// First warp: the payload of a packet, from its lane into the window. `mine` is what this lane of the warp has read of
/// the first pieces; the others are asked for together, so that a full packet takes two trips to memory, not four.
__device__ __forceinline__ void move_payload(gpurma_state &gst, const first_warp &warp, piece *ring,
                                             std::uint32_t first, piece mine, char *to, std::uint32_t bytes) {
    const std::uint32_t pieces = pieces_of(bytes);
    for (std::uint32_t base = 0; base < pieces; base += 2 * warp.width) {
        const std::uint32_t near = base + warp.lane;
        const std::uint32_t far = near + warp.width;
        piece other = {};
        if (base > 0 && near < pieces) mine = load_piece(ring + ((first + near) & (lane_pieces - 1)));
        if (far < pieces) other = load_piece(ring + ((first + far) & (lane_pieces - 1)));
        if (near > 0 && near < pieces) {
            if (mine.sequence != first + near + 1) {
                mine = await_piece(gst, ring + ((first + near) & (lane_pieces - 1)), first + near + 1);
            }
            scatter_payload(to, bytes, near - 1, mine);
        }
        if (far < pieces) {
            if (other.sequence != first + far + 1) {
                other = await_piece(gst, ring + ((first + far) & (lane_pieces - 1)), first + far + 1);
            }
            scatter_payload(to, bytes, far - 1, other);
        }
    }
}

/// The first warp takes the next put of one lane, if there is one: a packet's payload goes into the window here.
__device__ inline bool take_from_lane(gpurma_state &gst, const first_warp &warp, std::uint32_t source, note &taken) {
    peer_state &from = resident_peer(gst, warp, source);
    piece *ring = at<piece>(from.incoming, 0);
    const std::uint32_t first = from.taken;
    // Every lane of the warp looks at its own piece: header and payload of a small put come in one round trip.
    const piece mine = load_piece(ring + ((first + warp.lane) & (lane_pieces - 1)));
    if (!(warp.vote(mine.sequence == first + warp.lane + 1) & 1)) return false;

    const std::uint32_t tag = warp.from_leader(mine.word[0]);
    const std::uint32_t place = warp.from_leader(mine.word[1]);
    const std::uint32_t about = warp.from_leader(mine.word[2]);
    const std::uint32_t window = about & 0xffff;
    const std::uint32_t bytes = about >> 16;
    if (!is_alive(gst, static_cast<int>(window))) {
        fail(gst, fault_kind::window_misuse,
             "rank %0 put %1 bytes into window %2, which this rank has freed: match all notifications of a window before "
             "freeing it",
             comm_rank_of(gst, comm_of(window), source), bytes, window);
        return false;
    }
    if (bytes > 0) {
        char *to = at<char>(own_arena(gst), part_of(gst, own_arena(gst), window, gst.near_rank)->base + place);
        move_payload(gst, warp, ring, first, mine, to, bytes);
    }
    if (place & header_direct) acquire_fence(from.on_this_device);
    warp.join();
    if (warp.leads()) {
        from.taken = first + pieces_of(bytes);
        if (from.taken - from.paid >= lane_pieces / 4) pay_credits(from);
    }
    warp.join();
    taken = note{{window, comm_rank_of(gst, comm_of(window), source), tag}, came_near};
    return !warp.stopped(gst);
}

}  // namespace detail
}  // namespace gpurma
