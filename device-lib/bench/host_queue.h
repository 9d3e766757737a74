// The host's side of the queues between a rank and its host, in C++: what the runtime does in Java.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "rows.h"

namespace host_queue {

constexpr std::uint32_t slots = 64;
constexpr int pieces = 4;

struct piece {
    std::uint32_t word[3];
    std::uint32_t sequence;
};
struct entry {
    piece pieces[4];
};

/// What both sides share. org.gpurma.runtime.bench.HostLoop knows the same offsets.
struct area {
    entry ping[slots];  ///< to the host
    entry pong[slots];  ///< from the host
    alignas(64) std::uint32_t ping_taken;
    alignas(64) std::uint32_t pong_taken;
    alignas(64) std::uint32_t ready;
    std::uint32_t entries;
    char unused[16384 - 2 * slots * sizeof(entry) - 3 * 64];
};
static_assert(sizeof(area) == 16384 && offsetof(area, pong) == 4096 && offsetof(area, ping_taken) == 8192 &&
                  offsetof(area, pong_taken) == 8256 && offsetof(area, ready) == 8320 && offsetof(area, entries) == 8324,
              "HostLoop.java");

[[noreturn]] inline void give_up(const char *what) {
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

inline std::uint32_t load_acquire(const std::uint32_t &word) { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }
inline void store_release(std::uint32_t &word, std::uint32_t value) { __atomic_store_n(&word, value, __ATOMIC_RELEASE); }

/// Copies entry number `sequence - 1` once all its pieces carry the number.
inline bool take(const entry &slot, std::uint32_t sequence, entry &taken) {
    for (int i = 0; i < pieces; i++) {
        if (load_acquire(slot.pieces[i].sequence) != sequence) return false;
        std::memcpy(taken.pieces[i].word, slot.pieces[i].word, sizeof taken.pieces[i].word);
    }
    return true;
}

/// The words first, then the number; the first piece last.
inline void write(entry &slot, std::uint32_t sequence, const entry &value) {
    for (int i = pieces - 1; i >= 0; i--) {
        std::memcpy(slot.pieces[i].word, value.pieces[i].word, sizeof value.pieces[i].word);
        store_release(slot.pieces[i].sequence, sequence);
    }
}

/// Polls until `arrived`; gives up after a minute.
template <typename Arrived>
inline void await(Arrived arrived, const char *what) {
    rows::stopwatch since;
    for (std::uint64_t polls = 1; !arrived(); polls++) {
        if (polls % (1 << 20) == 0 && since.us() > 60e6) give_up(what);
    }
}

/// The host loop: answers each entry with itself. There is room: the other side waits for each answer.
inline void answer_all(area &shared, std::uint32_t entries) {
    entry taken;
    for (std::uint32_t sequence = 1; sequence <= entries; sequence++) {
        const entry &slot = shared.ping[(sequence - 1) % slots];
        await([&] { return take(slot, sequence, taken); }, "host loop: an entry did not come within a minute");
        write(shared.pong[(sequence - 1) % slots], sequence, taken);
        store_release(shared.ping_taken, sequence);
    }
}

/// A file that another process maps as well; it is there already, of any length (zeros).
inline area &shared_file(const char *path) {
    const int file = open(path, O_RDWR);
    if (file < 0 || ftruncate(file, sizeof(area)) != 0) give_up("the shared file cannot be opened");
    void *memory = mmap(nullptr, sizeof(area), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) give_up("the shared file cannot be mapped");
    return *static_cast<area *>(memory);
}

/// Tells a host loop in another process how much to expect, and waits for it.
inline void await_other_host(area &shared, std::uint32_t entries) {
    store_release(shared.entries, entries);
    await([&] { return load_acquire(shared.ready) != 0; }, "no host loop came to the shared file within a minute");
}

}  // namespace host_queue
