// Every record that the device library and the host runtime share, drawn once.
//
// The runtime's Java classes describe the same layouts; device-lib/layout prints what this header compiles to and a
// Java test holds the two together. All integers are little-endian; u64 values inside entries are split low word first.
#pragma once

#include <cstddef>
#include <cstdint>

/// Raised with every change to a layout below; the device refuses a context of another version.
#define GPURMA_ABI_VERSION 6

namespace gpurma {
namespace detail {

/// Unit of transfer between device and host: 12 B of payload and the sequence number of the entry they belong to.
/// It is written by one 16 B vector store, so a reader that sees the sequence number sees the payload (no fence).
///
///     byte 0        4        8        12       16
///          +--------+--------+--------+--------+
///          | word 0 | word 1 | word 2 |sequence|
///          +--------+--------+--------+--------+
struct alignas(16) piece {
    std::uint32_t word[3];
    std::uint32_t sequence;
};
static_assert(sizeof(piece) == 16 && offsetof(piece, sequence) == 12, "piece is one vector store");

/// A queue entry: four pieces, 12 payload words, one cache line (GPU RMA thesis, 3.2.4).
/// Entry n of a queue (n = 0, 1, ...) lies in slot n % slots and carries sequence number n + 1.
struct alignas(64) entry {
    piece pieces[4];
};
static_assert(sizeof(entry) == 64, "a queue entry is one cache line");

constexpr int entry_words = 12;

/// Commands, device -> host. Payload words by command:
///
///     word    0                               1        2      3       4      5      6-7      8        9
///     ALLOC   opcode                          -        -      bytes (u64)    -      -        -        token
///     FREE    opcode                          -        -      address (u64)  -      -        -        token
///     WIN     opcode | comm << 8 | win << 16  -        -      bytes (u64)    -      base     -        token
///     UNWIN   opcode | comm << 8 | win << 16  -        -      -              -      -        -        token
///     PUT     opcode | flags << 8 | win << 16 target   tag    offset  bytes  payload, words 5 to 11
///     STAGED  opcode | flags << 8 | win << 16 target   tag    offset  bytes  -      -        staging  -
///     BULK    opcode | flags << 8 | win << 16 target   tag    offset  bytes  -      buffer   -        token
///     GET     opcode | flags << 8 | win << 16 target   tag    offset  bytes  -      buffer   -        -
///     BARRIER opcode                          epoch    -      -       -      -      -        -        -
///     TIMER   opcode | (1: stop) << 8         -        -      -       -      -        -        -
///     FINISH  opcode                          -        -      -       -      -        -        -
///
/// target: rank in the window's communicator. token: echoed by the acknowledgement; commands that show none get none.
/// win: see window_bits; PUT may name no_window when it carries no bytes, and then target is a rank of the communicator
/// in bit 0 of word 3.
///
/// The four ways of a put through the host, by size. PUT carries its payload behind the command: what does not fit into
/// its own words follows in as many entries as it takes, 48 bytes each. STAGED leaves it in a staging slot of pinned
/// memory. BULK leaves it where it is: the host reads it from device memory and acknowledges when it has. GET has the
/// host write the target's bytes to buffer, and then raise gets_completed by one; the target is notified when its bytes
/// have been read.
enum class opcode : std::uint32_t {
    none = 0,
    mem_alloc = 1,
    mem_free = 2,
    win_create = 3,
    win_free = 4,
    put = 5,
    barrier = 6,
    timer = 7,
    finish = 8,
    put_staged = 9,
    put_bulk = 10,
    get = 11,
};

/// Flags of an access, in commands and in the headers of lanes.
enum : std::uint32_t {
    access_notifies = 1,  ///< adds a notification to the target's queue, to be matched
    access_counts = 2,    ///< raises the target's counter of that tag (0 to 255)
    access_direct = 4,    ///< headers: the bytes are in the window, or have been read from it, already
};

constexpr std::uint32_t put_inline_word = 6;  ///< first word of a PUT's payload: it begins a piece, as in a lane
constexpr std::uint32_t put_inline_bytes = 24;
constexpr std::uint32_t entry_bytes = 48;  ///< payload of an entry
constexpr std::uint32_t counter_tags = 256;

/// A window handle: communicator in bit 8, slot below. Slots are dealt by every rank alike, so no one has to ask.
enum : std::uint32_t {
    window_slot_mask = 0xff,
    window_comm_shift = 8,
    window_slots = 64,  ///< windows alive at a time, per communicator
    no_window = 0xffff,
};

/// Acknowledgements, host -> device: word 0 opcode, 1 token, 2 status (0: done), 3-4 value (the address of an ALLOC).
/// Log entries, device -> host: word 0 bytes | flags << 8, 1-2 device time in ns, 3-11 up to 36 bytes of log items. The
/// level of the line, as far as it is known, is in its flags.
enum : std::uint32_t {
    log_bytes_per_entry = 36,
    log_flags_shift = 8,
    log_ends_line = 1,  ///< flag: the line ends with this entry
    log_gap = 2,        ///< flag: no items; word 3: lines dropped since the start, the one without an end included
    log_level_shift = 2,
    log_level_mask = 3,
};

/// Log items, one after the other over the entries of a line, in whole words: a rank writes words much faster than
/// bytes. An item is a head, kind | about << 8, and the words of its value, low word first.
enum class log_item : std::uint8_t {
    none = 0,
    text = 1,           ///< about: length in bytes; characters, four a word, the rest of the last word means nothing
    integer = 2,        ///< i64, two words
    natural = 3,        ///< u64, two words
    real = 4,           ///< f64, two words
    truth = 5,          ///< about: 0 or 1; no words
    address = 6,        ///< u64, two words
    short_integer = 7,  ///< i32, one word
    short_natural = 8,  ///< u32, one word
};
constexpr std::uint32_t log_about_shift = 8;

/// A notification that waits in the unmatched store: window handle, source rank in the window's communicator, tag; in
/// place of the sequence number the path it came by.
using note = piece;

/// A lane is a ring of pieces that one writer alone fills: no tickets, no fences. A near rank's lane lies in the device
/// memory of its target; the host's lane, for all that comes from further away, in pinned host memory. An access is a
/// header and, when it is a small put, its payload in the pieces that follow; piece n of a lane (n = 0, 1, ...) lies in
/// slot n % pieces and carries sequence number n + 1.
///
///     header    word 0   tag
///               word 1   offset in the window
///               word 2   window handle, bits 0 to 15 | payload bytes << 16 | access flags << 28
///     origin    word 0   source rank in the window's communicator (host's lane only: second piece of an access)
enum : std::uint32_t {
    lane_pieces = 256,    ///< of a near rank's lane
    packet_bytes = 1024,  ///< largest payload that travels in a lane; 86 pieces
    header_bytes_shift = 16,
    header_bytes_mask = 0x7ff,
    header_flags_shift = 28,
};
constexpr std::uint32_t payload_bytes_per_piece = 12;

/// What a target lets a source of its lane know, in the source's memory. Pieces are taken once their slots may be
/// written again; they are settled once what they carried is in the window for everybody to see.
struct credit {
    std::uint32_t taken;
    std::uint32_t settled;
};
static_assert(sizeof(credit) == 8, "credit layout");

/// What a rank knows of a near rank, itself included; in its own device memory, filled at initialisation. The first
/// half is what the fast paths read: sending, then receiving.
struct alignas(64) peer_state {
    std::uint64_t outgoing;  ///< ring of the lane to that rank
    std::uint32_t sent;      ///< pieces written to it
    std::uint32_t credits;   ///< of them, taken by that rank, as last seen
    std::uint64_t incoming;  ///< ring of the lane from it
    std::uint32_t taken;     ///< pieces taken from it
    std::uint32_t paid;      ///< of them, made known to that rank as taken
    std::uint32_t settled;   ///< and as settled
    std::uint32_t packets_end;  ///< `sent` after the last payload that travelled in the lane
    std::uint64_t credit_to;    ///< credit in that rank's memory
    std::uint64_t arena;        ///< base of its GPU's arena as mapped here; 0 where it cannot be reached
    std::uint32_t path;          ///< path_device or path_peer
    std::uint32_t settled_here;  ///< of the pieces to it, settled there, as last seen
};
static_assert(sizeof(peer_state) == 64 && offsetof(peer_state, incoming) == 16 && offsetof(peer_state, arena) == 48,
              "peer_state layout");
constexpr std::uint32_t resident_peers = 32;

/// What stopped a rank; one a rank, in host memory. `state` goes 0 -> 1 (claimed by the first failing thread) -> 2
/// (published, release).
struct alignas(64) fault_record {
    std::uint32_t state;
    std::uint32_t kind;  ///< fault_kind
    std::uint32_t thread;
    std::uint32_t line;
    std::int64_t values[4];  ///< meaning by kind
    char file[80];
    char text[128];
};
static_assert(sizeof(fault_record) == 256 && offsetof(fault_record, values) == 16 &&
                  offsetof(fault_record, file) == 48 && offsetof(fault_record, text) == 128,
              "fault_record layout");

/// Numbers of wire.proto's FailureKind.
enum class fault_kind : std::uint32_t {
    none = 0,
    assertion = 1,              ///< file, line, text of the expression
    window_misuse = 6,          ///< text
    notification_overflow = 7,  ///< values: capacity
    api_misuse = 8,             ///< text
};

/// The ways between two ranks.
enum : std::uint32_t { path_device = 0, path_peer = 1, path_network = 2, path_count = 3 };

struct path_counters {
    std::uint64_t puts;
    std::uint64_t put_bytes;
    std::uint64_t gets;
    std::uint64_t get_bytes;
    std::uint64_t notifications_sent;
    std::uint64_t notifications_matched;
};

/// Totals of one rank since the start, in host memory; the rank stores, the host samples.
struct alignas(64) counters_record {
    path_counters paths[path_count];
    std::uint64_t barriers;
    std::uint64_t wait_ns;
    std::uint64_t queue_full_stalls;
    std::uint64_t log_entries;
    std::uint64_t log_stalls;
    std::uint64_t unmatched_high_water;
};
static_assert(sizeof(path_counters) == 48 && sizeof(counters_record) == 192 &&
                  offsetof(counters_record, barriers) == 144,
              "counters_record layout");

enum class wait_kind : std::uint32_t {
    none = 0,           ///< the rank does not wait, or not for long
    notifications = 1,  ///< window, source, tag, wanted, found
    counter = 2,        ///< tag, wanted, found
    barrier = 3,        ///< source: communicator, tag: collective
    lane = 4,           ///< source: near rank that does not take what it was sent
    host = 5,           ///< an answer of the host, or room in a queue to it
    get = 6,            ///< gets under way
    finished = 7,       ///< it never waits again: what it says of itself is the last
};

/// The call that a barrier is part of.
enum class collective : std::uint32_t { comm_barrier = 0, win_create = 1, win_free = 2, cpu_timer = 3, gpu_finish = 4 };

/// What a rank waits for that has waited for long, or that it has finished; one a rank, in host memory. `version` is odd
/// while the rank writes; it changes with every publication, so a record with the same version is the same wait. The
/// totals tell whether anything is on its way: pieces that ranks put into lanes of near ranks, and that they took from
/// them; and how many barriers the rank has entered, whether others can ever come to where it waits.
struct alignas(64) wait_record {
    std::uint32_t version;
    std::uint32_t kind;
    std::uint32_t window;
    std::int32_t source;
    std::int32_t tag;
    std::uint32_t wanted;
    std::uint32_t found;
    std::uint32_t unmatched;  ///< in the store; the oldest of them below
    std::uint32_t lane_sent;  ///< pieces, modulo 2^32
    std::uint32_t lane_taken;
    std::uint32_t host_taken;  ///< pieces taken from the host's lane
    std::uint32_t commands;    ///< entries sent to the host
    std::uint64_t since_ns;    ///< device clock
    std::uint32_t device_barriers;  ///< of either communicator, as all need the ranks of the device
    std::uint32_t world_barriers;   ///< of WORLD; not counted where there is one process
    struct {
        std::uint32_t window;
        std::uint32_t source;
        std::uint32_t tag;
    } oldest[16];
};
static_assert(sizeof(wait_record) == 256 && offsetof(wait_record, since_ns) == 48 &&
                  offsetof(wait_record, world_barriers) == 60 && offsetof(wait_record, oldest) == 64,
              "wait_record layout");

/// One page a process, in host memory, written by the host, polled by the ranks. A line each, so that pollers of one
/// do not wait for the other.
struct alignas(64) control_page {
    std::uint32_t abort;  ///< not 0: every wait gives up
    std::uint32_t reserved_a[15];
    std::uint32_t world_barrier;  ///< number of WORLD barriers completed
    std::uint32_t reserved_b[15];
};
static_assert(sizeof(control_page) == 128 && offsetof(control_page, world_barrier) == 64, "control_page layout");

/// Where things lie inside a rank's host area (pinned host memory) and device area; byte offsets, multiples of 64.
/// A ring is followed by nothing: its consumed count, the reader's promise to the writer, has a line of its own.
struct host_layout {
    std::uint32_t command_ring;
    std::uint32_t command_consumed;  ///< u32, written by the host
    std::uint32_t ack_ring;
    std::uint32_t ack_consumed;  ///< u32, written by the device
    std::uint32_t lane;           ///< piece[host_lane_pieces]: the host's lane
    std::uint32_t lane_consumed;  ///< u32, written by the device: pieces taken
    std::uint32_t log_ring;
    std::uint32_t log_consumed;  ///< u32, written by the host
    std::uint32_t log_dropped;   ///< u32, written by the device: lines since the start
    std::uint32_t staging;
    std::uint32_t staging_released;  ///< u32, written by the host: staging slots free again
    std::uint32_t fault;
    std::uint32_t counters;
    std::uint32_t gets_completed;  ///< u32, written by the host
    std::uint32_t wait;            ///< wait_record
};

/// A rank's device area. Ranks are near when they run on the same GPU or on one whose memory is mapped here; the
/// arrays have an element for each near rank, in the order of WORLD.
struct device_layout {
    std::uint32_t lanes;     ///< piece[near ranks][lane_pieces], by source; written by the sources
    std::uint32_t credits;   ///< credit[near ranks], by target; written by the targets
    std::uint32_t peers;     ///< peer_state[near ranks]; own
    std::uint32_t unmatched; ///< note[unmatched_slots]: arrived, not asked for yet; own
    std::uint32_t reserved;
};

/// One rank's part of a window, indexed [communicator][slot][near rank] in every near GPU's arena.
struct alignas(16) window_part {
    std::uint64_t base;  ///< offset in the arena of the rank's GPU
    std::uint64_t bytes;
};

/// State shared by the ranks of a device, in device memory.
constexpr int most_near_processes = 16;
struct alignas(64) device_shared {
    std::uint32_t barrier_arrived;
    std::uint32_t reserved_a[15];
    std::uint32_t barrier_released;
    std::uint32_t abort;  ///< the host's abort flag as a rank of this device has seen it
    std::uint32_t reserved_b[14];
    std::uint32_t near_barrier[most_near_processes];  ///< WORLD barriers entered, written by each near GPU
};
static_assert(sizeof(device_shared) == 192 && offsetof(device_shared, barrier_released) == 64 &&
                  offsetof(device_shared, near_barrier) == 128,
              "device_shared layout");

/// A staging slot: room for the message header that the host puts before the payload, so that one message carries
/// both straight from pinned memory.
constexpr std::uint32_t staging_header_bytes = 64;

}  // namespace detail
}  // namespace gpurma

/// The kernel's only argument: what the device library must know, written by the runtime before the launch.
/// Addresses are valid on the device. Slot counts are powers of two.
///
/// All device memory that ranks may reach lies in one arena a GPU, laid out alike on all of them, so that one mapping a
/// GPU reaches everything: an address on a near GPU is its arena's base plus the offset.
struct alignas(64) gpurma_context {
    std::uint32_t abi_version;
    std::uint32_t device_ranks;  ///< the same on every GPU of the job
    std::uint32_t rank_start;    ///< WORLD rank of the device's first rank
    std::uint32_t world_size;
    std::uint32_t process_index;
    std::uint32_t process_count;
    std::uint32_t threads_per_rank;
    std::uint32_t near_processes;  ///< GPUs whose ranks reach each other's memory, this one included; adjacent in WORLD
    std::uint32_t near_first;      ///< process index of the first of them
    std::uint32_t reserved[3];

    std::uint64_t userdata;
    std::uint64_t userdata_bytes;
    std::uint64_t host_areas;  ///< rank r of the device: host_areas + r * host_area_stride
    std::uint64_t host_area_stride;
    std::uint64_t control;  ///< control_page

    std::uint64_t device_areas;  ///< arena offset; rank r of a device: + r * device_area_stride
    std::uint64_t device_area_stride;
    std::uint64_t shared;        ///< arena offset of device_shared
    std::uint64_t window_parts;  ///< arena offset of window_part[2][window_slots][near ranks]
    std::uint64_t arenas[gpurma::detail::most_near_processes];  ///< base of each near GPU's arena as mapped here

    std::uint32_t command_slots;
    std::uint32_t ack_slots;
    std::uint32_t host_lane_pieces;
    std::uint32_t log_slots;
    std::uint32_t unmatched_slots;
    std::uint32_t staging_slots;
    std::uint32_t staging_payload_bytes;  ///< of one slot, header not counted; a multiple of 64
    std::uint32_t log_drops;  ///< 1: lines are dropped while the log queue is full; 0: their rank waits

    gpurma::detail::host_layout host;
    gpurma::detail::device_layout device;
};
static_assert(sizeof(gpurma_context) == 384 && offsetof(gpurma_context, userdata) == 48 &&
                  offsetof(gpurma_context, arenas) == 120 && offsetof(gpurma_context, command_slots) == 248 &&
                  offsetof(gpurma_context, host) == 280 && offsetof(gpurma_context, device) == 340,
              "gpurma_context layout");
