// The machine, on a CPU: blocks are OS threads, CUDA threads are fibers, host and device share one memory.
#pragma once

#include "gpurma/detail/records.h"
#include "gpurma/emulator/cuda.h"
#include "gpurma/emulator/ordering.h"

namespace gpurma {
namespace detail {

/// Between the threads of a rank.
inline std::uint32_t load_relaxed_block(std::uint32_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
inline void store_relaxed_block(std::uint32_t *word, std::uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

inline std::uint32_t load_acquire_device(std::uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
inline std::uint32_t load_relaxed_device(std::uint32_t *word) { return gpurma_emulator::load_relaxed(word); }
inline void store_release_device(std::uint32_t *word, std::uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
inline std::uint32_t fetch_add_device(std::uint32_t *word, std::uint32_t value) {
    return __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
}
inline void add_release_device(std::uint32_t *word, std::uint32_t value) {
    __atomic_fetch_add(word, value, __ATOMIC_RELEASE);
}

inline std::uint32_t load_acquire_system(std::uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
inline std::uint32_t load_relaxed_system(std::uint32_t *word) { return gpurma_emulator::load_relaxed(word); }
inline void store_release_system(std::uint32_t *word, std::uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
inline void store_relaxed_system(std::uint32_t *word, std::uint32_t value) {
    gpurma_emulator::store_relaxed(word, value);
}
inline void store_relaxed_system(std::uint64_t *word, std::uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}
inline void acquire_fence_system() { gpurma_emulator::acquire_fence(); }
inline void release_fence_system() { gpurma_emulator::release_fence(); }

/// A CPU has no 16 B store to rely on: the payload first, then the sequence number as a release store.
inline void store_piece(piece *to, piece value) {
    for (int i = 0; i < 3; i++) __atomic_store_n(&to->word[i], value.word[i], __ATOMIC_RELAXED);
    gpurma_emulator::store_last(&to->sequence, value.sequence);
}

inline void store_piece_release(piece *to, piece value, bool) {
    gpurma_emulator::release_fence();
    store_piece(to, value);
}

inline piece load_piece(const piece *from) {
    piece value;
    value.sequence = gpurma_emulator::load_last(&from->sequence);
    for (int i = 0; i < 3; i++) value.word[i] = __atomic_load_n(&from->word[i], __ATOMIC_RELAXED);
    return value;
}

template <typename Unit>
inline Unit load_fresh(const Unit *from) {
    return *from;
}

inline std::uint64_t device_time_ns() { return gpurma_emulator_time_ns(); }

inline std::uint64_t device_cycles() { return gpurma_emulator_time_ns(); }

/// Length of a text, up to 65535.
inline std::uint32_t text_length(const char *text) {
    std::uint32_t length = 0;
    while (length < 0xffff && text[length] != '\0') length++;
    return length;
}

inline void pin(std::uint32_t &) {}
inline void pin(std::uint64_t &) {}

template <typename T>
inline T &at_hand(T &shared) {
    return shared;
}

#define GPURMA_KEEP_ROLLED

/// Other threads of the block first, then other blocks: there may be many ranks on few cores.
inline void relax(std::uint32_t polls) { gpurma_emulator_relax(polls); }

/// Polls of a lane before a wait counts as one that takes longer: a poll is 32 fibers, and others may need the core.
constexpr std::uint32_t polls_of_a_short_wait = 1;

/// The same where some lanes are not looked at.
constexpr std::uint32_t polls_when_crowded = 1;

/// The same where the lane to look at is a guess.
constexpr std::uint32_t polls_of_a_guess = 1;

/// Failed polls between two looks at everything else: the host's abort, other lanes.
constexpr std::uint32_t polls_a_look = 64;

/// Failed polls after which the host is told what a rank waits for: some milliseconds, and on a machine where 20 others
/// want the core, some seconds. With 4096 a deadlock was found there after two minutes.
constexpr std::uint32_t polls_a_long_wait = 512;

/// Polls that the leader of a waiting rank makes alone before its warp looks together: a warp is 32 fibers.
constexpr std::uint32_t polls_alone = 64;

inline void exit_thread() { gpurma_emulator_exit_thread(); }

}  // namespace detail
}  // namespace gpurma
