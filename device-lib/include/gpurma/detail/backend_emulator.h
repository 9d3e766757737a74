// The machine, on a CPU: blocks are OS threads, CUDA threads are fibers, host and device share one memory.
#pragma once

#include "gpurma/detail/records.h"
#include "gpurma/emulator/cuda.h"

namespace gpurma {
namespace detail {

inline std::uint32_t load_acquire_device(std::uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
inline std::uint32_t load_relaxed_device(std::uint32_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
inline void store_release_device(std::uint32_t *word, std::uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
inline std::uint32_t fetch_add_device(std::uint32_t *word, std::uint32_t value) {
    return __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
}

inline std::uint32_t load_acquire_system(std::uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
inline std::uint32_t load_relaxed_system(std::uint32_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
inline void store_release_system(std::uint32_t *word, std::uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
inline void store_relaxed_system(std::uint64_t *word, std::uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}
inline void acquire_fence(bool) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
inline void release_fence(bool) { __atomic_thread_fence(__ATOMIC_RELEASE); }
inline void release_fence_system() { __atomic_thread_fence(__ATOMIC_RELEASE); }

/// A CPU has no 16 B store to rely on: the payload first, then the sequence number as a release store.
inline void store_piece(piece *to, piece value) {
    for (int i = 0; i < 3; i++) __atomic_store_n(&to->word[i], value.word[i], __ATOMIC_RELAXED);
    __atomic_store_n(&to->sequence, value.sequence, __ATOMIC_RELEASE);
}

inline piece load_piece(const piece *from) {
    piece value;
    value.sequence = __atomic_load_n(&from->sequence, __ATOMIC_ACQUIRE);
    for (int i = 0; i < 3; i++) value.word[i] = __atomic_load_n(&from->word[i], __ATOMIC_RELAXED);
    return value;
}

inline std::uint64_t device_time_ns() { return gpurma_emulator_time_ns(); }

/// Other threads of the block first, then other blocks: there may be many ranks on few cores.
inline void relax(std::uint32_t polls) { gpurma_emulator_relax(polls); }

/// Polls that the leader of a waiting rank makes alone before its warp looks together: a warp is 32 fibers.
constexpr std::uint32_t polls_alone = 64;

inline void exit_thread() { gpurma_emulator_exit_thread(); }

}  // namespace detail
}  // namespace gpurma
