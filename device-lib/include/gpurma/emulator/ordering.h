// Relaxed accesses and fences between ranks. The thread sanitizer knows no fences: for it the engine keeps account of
// what they order (emulator/sanitizers.h), so that a missing one is a race.
#pragma once

#include <cstdint>

#include "gpurma/emulator/engine.h"

namespace gpurma_emulator {

#if defined(__SANITIZE_THREAD__)

inline uint32_t load_relaxed(const uint32_t *word) { return gpurma_emulator_load_relaxed(const_cast<uint32_t *>(word)); }
inline void store_relaxed(uint32_t *word, uint32_t value) { gpurma_emulator_store_relaxed(word, value); }
inline void acquire_fence() { gpurma_emulator_acquire_fence(); }
inline void release_fence() { gpurma_emulator_release_fence(); }

inline void before_update(void *address) { gpurma_emulator_before_update(address); }
inline void after_update(void *address) { gpurma_emulator_after_update(address); }

/// The last word of several: who sees it sees the others, and nothing else.
inline uint32_t load_last(const uint32_t *word) { return load_relaxed(word); }
inline void store_last(uint32_t *word, uint32_t value) { store_relaxed(word, value); }

#else

inline uint32_t load_relaxed(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
inline void store_relaxed(uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }
inline void acquire_fence() { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
inline void release_fence() { __atomic_thread_fence(__ATOMIC_RELEASE); }
inline void before_update(void *) {}
inline void after_update(void *) {}

inline uint32_t load_last(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
inline void store_last(uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

#endif

/// CUDA's __threadfence, of any scope.
inline void full_fence() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    acquire_fence();
    release_fence();
}

}  // namespace gpurma_emulator
