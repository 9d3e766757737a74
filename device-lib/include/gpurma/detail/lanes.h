// Lanes: how ranks notify each other and send small puts, without tickets or fences; the host writes one to every rank.
#pragma once

#include "gpurma/detail/peers.h"

namespace gpurma {
namespace detail {

/// Whether a range can be moved a word at a time.
__device__ __forceinline__ bool is_of_words(const void *begin, std::uint32_t bytes) {
    return ((reinterpret_cast<std::uint64_t>(begin) | bytes) & 3) == 0;
}

/// The bytes of word `index` of a payload that is not of words.
GPURMA_OUT_OF_LINE std::uint32_t gather_bytes(const char *payload, std::uint32_t bytes, std::uint32_t index) {
    const std::uint32_t begin = 4 * index;
    std::uint32_t value = 0;
    for (std::uint32_t byte = 0; byte < 4; byte++) {
        if (begin + byte < bytes) {
            value |= static_cast<std::uint32_t>(static_cast<unsigned char>(payload[begin + byte])) << (8 * byte);
        }
    }
    return value;
}

/// Word `index` of a payload; bytes past its end are 0.
__device__ __forceinline__ std::uint32_t gather_word(const char *payload, std::uint32_t bytes, std::uint32_t index) {
    if (4 * index >= bytes) return 0;
    if (is_of_words(payload, bytes)) return reinterpret_cast<const std::uint32_t *>(payload)[index];
    return gather_bytes(payload, bytes, index);
}

/// Payload piece `index` (0, 1, ...) of a packet. No array is indexed by a variable: that would put it into local
/// memory.
__device__ __forceinline__ piece gather_payload(const char *payload, std::uint32_t bytes, std::uint32_t index) {
    return piece{{gather_word(payload, bytes, 3 * index), gather_word(payload, bytes, 3 * index + 1),
                  gather_word(payload, bytes, 3 * index + 2)},
                 0};
}

/// The words of payload piece `index`, of a payload of words; none for an index past its end, which all are that wrap
/// around below 0.
__device__ __forceinline__ void gather_words(piece &packed, const char *payload, std::uint32_t bytes,
                                             std::uint32_t index) {
    const std::uint32_t begin = index * payload_bytes_per_piece;
    const std::uint32_t *words = reinterpret_cast<const std::uint32_t *>(payload + begin);
    if (begin < bytes) packed.word[0] = words[0];
    if (begin + 4 < bytes) packed.word[1] = words[1];
    if (begin + 8 < bytes) packed.word[2] = words[2];
}

__device__ __forceinline__ void scatter_words(char *to, std::uint32_t bytes, std::uint32_t index, const piece &packed) {
    const std::uint32_t begin = index * payload_bytes_per_piece;
    std::uint32_t *words = reinterpret_cast<std::uint32_t *>(to + begin);
    if (begin < bytes) words[0] = packed.word[0];
    if (begin + 4 < bytes) words[1] = packed.word[1];
    if (begin + 8 < bytes) words[2] = packed.word[2];
}

__device__ __forceinline__ void scatter_payload(char *to, std::uint32_t bytes, std::uint32_t index,
                                                const piece &packed) {
    const std::uint32_t begin = index * payload_bytes_per_piece;
    if (is_of_words(to, bytes)) return scatter_words(to, bytes, index, packed);
    for (std::uint32_t word = 0; word < 3; word++) {
        for (std::uint32_t byte = 0; byte < 4; byte++) {
            const std::uint32_t position = begin + 4 * word + byte;
            if (position < bytes) to[position] = static_cast<char>(packed.word[word] >> (8 * byte));
        }
    }
}

/// All threads write the pieces of one access; the lane has room for them.
__device__ __forceinline__ void write_packet(std::uint64_t lane, std::uint32_t first, piece header, const char *payload,
                                             std::uint32_t bytes) {
    piece *ring = at<piece>(lane, 0);
    const std::uint32_t pieces = 1 + payload_pieces(bytes);
    for (std::uint32_t i = thread_index(); i < pieces; i += thread_count()) {
        piece next = i == 0 ? header : gather_payload(payload, bytes, i - 1);
        next.sequence = first + i + 1;
        store_piece(ring + ((first + i) & (lane_pieces - 1)), next);
    }
}

/// A lane as its reader sees it.
struct incoming_lane {
    piece *ring;
    std::uint32_t mask;
    std::uint32_t first;  ///< number of the next piece

    __device__ __forceinline__ piece *slot(std::uint32_t index) const { return ring + ((first + index) & mask); }
    __device__ __forceinline__ std::uint32_t sequence(std::uint32_t index) const { return first + index + 1; }
};

/// Waits for a piece that is on its way: its header has arrived.
GPURMA_OUT_OF_LINE piece await_piece(gpurma_state &gst, const piece *slot, std::uint32_t sequence) {
    piece next = load_piece(slot);
    patience waiting;
    while (next.sequence != sequence && !waiting.runs_out(gst)) next = load_piece(slot);
    return next;
}

/// One thread: makes known to a source how much of its lane was taken and has reached the window, which a direct put to
/// the same place must not overtake. The release takes up to a microsecond, so it waits for a quiet moment.
__device__ __forceinline__ void settle(peer_state &source) {
    pay_credit(source);
    std::uint32_t *settled = &at<credit>(source.credit_to, 0)->settled;
    if (source.path == path_device) {
        store_release_device(settled, source.taken);
    } else {
        store_release_system(settled, source.taken);
    }
    source.settled = source.taken;
}

/// First warp: the payload of a packet, from its lane into the window. `mine` is what this lane of the warp has read of
/// the first pieces; the others are asked for together, so that a full packet takes two trips to memory, not four.
__device__ __forceinline__ void move_payload(gpurma_state &gst, first_warp warp, incoming_lane lane,
                                             std::uint32_t heading, piece mine, char *to, std::uint32_t bytes) {
    const std::uint32_t pieces = heading + payload_pieces(bytes);
    for (std::uint32_t base = 0; base < pieces; base += 2 * warp.width) {
        const std::uint32_t near = base + warp.lane;
        const std::uint32_t far = near + warp.width;
        piece other = {};
        if (base > 0 && near < pieces) mine = load_piece(lane.slot(near));
        if (far < pieces) other = load_piece(lane.slot(far));
        if (near >= heading && near < pieces) {
            if (mine.sequence != lane.sequence(near)) mine = await_piece(gst, lane.slot(near), lane.sequence(near));
            scatter_payload(to, bytes, near - heading, mine);
        }
        if (far < pieces) {
            if (other.sequence != lane.sequence(far)) other = await_piece(gst, lane.slot(far), lane.sequence(far));
            scatter_payload(to, bytes, far - heading, other);
        }
    }
}

/// Windows of both communicators that programs use side by side have places of their own.
__device__ __forceinline__ own_window &own_window_slot(gpurma_state &gst, std::uint32_t window) {
    return gst.own_windows[(window + own_window_slots / 2 * comm_of(window)) % own_window_slots];
}

/// Header of an access as its target reads it; alike on all lanes of the warp.
struct access_header {
    std::uint32_t tag;
    std::uint32_t offset;
    std::uint32_t window;
    std::uint32_t bytes;
    std::uint32_t flags;

    __device__ __forceinline__ access_header(first_warp warp, const piece &mine)
        : tag(warp.from_leader(mine.word[0])), offset(warp.from_leader(mine.word[1])) {
        const std::uint32_t about = warp.from_leader(mine.word[2]);
        window = about & 0xffff;
        bytes = about >> header_bytes_shift & header_bytes_mask;
        flags = about >> header_flags_shift;
    }
};

/// Where this rank's part of a window begins; 0 after reporting that there is no such window. First warp.
__device__ __forceinline__ std::uint64_t own_part(gpurma_state &gst, std::uint32_t source,
                                                  access_header header) {
    const own_window &known = own_window_slot(gst, header.window);
    if (known.window == header.window) return known.base;
    if (is_alive(gst, static_cast<int>(header.window))) {
        return own_arena(gst) + part_of(gst, own_arena(gst), header.window, gst.near_rank)->base;
    }
    fail(gst, fault_kind::window_misuse,
         "rank %0 put %1 bytes into window %2, which this rank has freed: match all notifications of a window before "
         "freeing it",
         nullptr, source, header.bytes, header.window);
    return 0;
}

/// Orders what the source stored into the window before its header, which has been read, before what follows. Reading
/// the header once more with an acquire takes a trip to memory; a fence would wait for all this rank has stored, too.
__device__ __forceinline__ void acquire_direct(const incoming_lane &lane, std::uint32_t path) {
    if (path == path_device) {
        load_acquire_device(&lane.slot(0)->sequence);
    } else {
        load_acquire_system(&lane.slot(0)->sequence);
    }
}

/// What came out of a lane: `quiet` is an access that leaves nothing to match.
enum class arrival { nothing, quiet, notification };

/// Brings one access in: its payload into the window, its count into the counter. First warp.
GPURMA_OUT_OF_LINE void bring_in(gpurma_state &gst, first_warp warp, incoming_lane lane,
                                         std::uint32_t heading, const piece &mine, std::uint32_t source,
                                         access_header header) {
    if (header.bytes > 0) {
        const std::uint64_t base = own_part(gst, source, header);
        if (base == 0) return;
        move_payload(gst, warp, lane, heading, mine, at<char>(base, header.offset), header.bytes);
        // All lanes have read where the window was.
        warp.join();
        if (warp.leads()) {
            gst.recent_window = header.window;
            own_window_slot(gst, header.window) = {base, header.window};
        }
    }
    if ((header.flags & access_counts) != 0 && warp.leads()) gst.tag_counters[header.tag % counter_tags]++;
}

__device__ __forceinline__ arrival arrival_of(gpurma_state &gst, first_warp warp, access_header header) {
    if (warp.stopped(gst)) return arrival::nothing;
    return (header.flags & access_notifies) != 0 ? arrival::notification : arrival::quiet;
}

/// The first warp takes the next access out of one near rank's lane, if there is one.
GPURMA_OUT_OF_LINE arrival take_from_lane(gpurma_state &gst, first_warp warp, std::uint32_t source, note &taken) {
    peer_state &from = resident_peer(gst, warp, source);
    const incoming_lane lane = {at<piece>(from.incoming, 0), lane_pieces - 1, from.taken};
    // Every lane of the warp looks at its own piece: header and payload of a small put come in one round trip.
    const piece mine = load_piece(lane.slot(warp.lane));
    if (!(warp.vote(mine.sequence == lane.sequence(warp.lane)) & 1)) return arrival::nothing;

    const access_header header(warp, mine);
    const std::uint32_t comm_source = comm_rank_of(gst, comm_of(header.window), source);
    bring_in(gst, warp, lane, 1, mine, comm_source, header);
    if (header.flags & access_direct) acquire_direct(lane, from.path);
    // All lanes have read what the leader changes: votes order that on every GPU, but a reader should not have to know.
    warp.join();
    if (warp.leads()) {
        const std::uint32_t pieces = 1 + payload_pieces(header.bytes);
        from.taken = lane.first + pieces;
        gst.lane_taken += pieces;
        gst.last_source = source;
        exchange_credits(gst, from, source);
        if (header.flags & access_counts) GPURMA_COUNT(gst.counters.paths[from.path].notifications_matched++);
    }
    warp.join();
    taken = note{{header.window, comm_source, header.tag}, from.path};
    return arrival_of(gst, warp, header);
}

__device__ __forceinline__ incoming_lane host_lane(gpurma_state &gst) {
    return {at<piece>(host_area(gst), gst.context.host.lane), gst.context.host_lane_pieces - 1, gst.host_taken};
}

/// Tells the host how much of its lane was taken. Release, system: what was taken is in the window before the host
/// copies anything there.
__device__ __forceinline__ void pay_host(gpurma_state &gst) {
    store_release_system(at<std::uint32_t>(host_area(gst), gst.context.host.lane_consumed), gst.host_taken);
    gst.host_paid = gst.host_taken;
}

/// The same for the host's lane, whose accesses carry their source in a second piece.
GPURMA_OUT_OF_LINE arrival take_from_host(gpurma_state &gst, first_warp warp, note &taken) {
    const incoming_lane lane = host_lane(gst);
    const piece mine = load_piece(lane.slot(warp.lane));
    if (!(warp.vote(mine.sequence == lane.sequence(warp.lane)) & 1)) return arrival::nothing;

    const access_header header(warp, mine);
    // The origin has come with the header, or comes at once; a look at it alone would be a trip over the bus.
    const std::uint32_t holder = warp.width > 1 ? 1 : 0;
    piece origin = mine;
    if (warp.lane == holder && (holder == 0 || mine.sequence != lane.sequence(1))) {
        origin = await_piece(gst, lane.slot(1), lane.sequence(1));
    }
    const std::uint32_t source = warp.from(origin.word[0], holder);
    bring_in(gst, warp, lane, 2, mine, source, header);
    // The host saw the copy into the window complete before it wrote the header.
    if (header.flags & access_direct) acquire_direct(lane, path_network);
    warp.join();
    if (warp.leads()) {
        gst.host_taken = lane.first + 2 + payload_pieces(header.bytes);
        gst.last_source = from_the_host;
        if (gst.host_taken - gst.host_paid >= gst.context.host_lane_pieces / 4) pay_host(gst);
        if (header.flags & access_counts) GPURMA_COUNT(gst.counters.paths[path_network].notifications_matched++);
    }
    warp.join();
    taken = note{{header.window, source, header.tag}, path_network};
    return arrival_of(gst, warp, header);
}

}  // namespace detail
}  // namespace gpurma
