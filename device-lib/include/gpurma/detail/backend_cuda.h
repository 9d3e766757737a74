// The machine, on a GPU (sm_80 and up).
#pragma once

#include <cuda/atomic>

#include "gpurma/detail/records.h"

namespace gpurma {
namespace detail {

using block_word = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_block>;
using device_word = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device>;
using system_word = cuda::atomic_ref<std::uint32_t, cuda::thread_scope_system>;

/// Loads and stores between the threads of a rank.
__device__ __forceinline__ std::uint32_t load_relaxed_block(std::uint32_t *word) {
    return block_word(*word).load(cuda::memory_order_relaxed);
}
__device__ __forceinline__ void store_relaxed_block(std::uint32_t *word, std::uint32_t value) {
    block_word(*word).store(value, cuda::memory_order_relaxed);
}

/// Loads and stores between ranks of one device.
__device__ __forceinline__ std::uint32_t load_acquire_device(std::uint32_t *word) {
    return device_word(*word).load(cuda::memory_order_acquire);
}
/// To poll with: an acquire empties the first-level cache of the whole multiprocessor, and with it everybody's on it.
__device__ __forceinline__ std::uint32_t load_relaxed_device(std::uint32_t *word) {
    return device_word(*word).load(cuda::memory_order_relaxed);
}
__device__ __forceinline__ void store_release_device(std::uint32_t *word, std::uint32_t value) {
    device_word(*word).store(value, cuda::memory_order_release);
}
__device__ __forceinline__ std::uint32_t fetch_add_device(std::uint32_t *word, std::uint32_t value) {
    return device_word(*word).fetch_add(value, cuda::memory_order_acq_rel);
}
__device__ __forceinline__ void add_release_device(std::uint32_t *word, std::uint32_t value) {
    device_word(*word).fetch_add(value, cuda::memory_order_release);
}

/// Loads and stores between a rank and its host, in pinned host memory.
__device__ __forceinline__ std::uint32_t load_acquire_system(std::uint32_t *word) {
    return system_word(*word).load(cuda::memory_order_acquire);
}
__device__ __forceinline__ std::uint32_t load_relaxed_system(std::uint32_t *word) {
    return system_word(*word).load(cuda::memory_order_relaxed);
}
__device__ __forceinline__ void store_release_system(std::uint32_t *word, std::uint32_t value) {
    system_word(*word).store(value, cuda::memory_order_release);
}
__device__ __forceinline__ void store_relaxed_system(std::uint32_t *word, std::uint32_t value) {
    system_word(*word).store(value, cuda::memory_order_relaxed);
}
__device__ __forceinline__ void store_relaxed_system(std::uint64_t *word, std::uint64_t value) {
    cuda::atomic_ref<std::uint64_t, cuda::thread_scope_system>(*word).store(value, cuda::memory_order_relaxed);
}
/// Orders what others wrote before what this thread has read relaxed before its later reads.
__device__ __forceinline__ void acquire_fence_system() {
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_system);
}
/// Orders this thread's earlier writes, and those it synchronised with, before its later ones, for the host to see.
__device__ __forceinline__ void release_fence_system() {
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_system);
}

/// One 16 B store. PTX models it as four scalar stores; on every GPU since sm_70 an aligned 16 B access is performed
/// whole, which NCCL's LL128 and our own litmus runs rely on as well. The sequence number therefore needs no fence.
__device__ __forceinline__ void store_piece(piece *to, piece value) {
    asm volatile("st.relaxed.sys.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)), "r"(value.word[0]), "r"(value.word[1]),
                 "r"(value.word[2]), "r"(value.sequence)
                 : "memory");
}

/// The same as a release: what this thread stored or saw before comes first. A fence in front of a relaxed store does it,
/// too, but empties the first-level cache as well.
__device__ __forceinline__ void store_piece_release(piece *to, piece value, bool same_device) {
    if (same_device) {
        asm volatile("st.release.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)), "r"(value.word[0]),
                     "r"(value.word[1]), "r"(value.word[2]), "r"(value.sequence)
                     : "memory");
    } else {
        asm volatile("st.release.sys.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)), "r"(value.word[0]),
                     "r"(value.word[1]), "r"(value.word[2]), "r"(value.sequence)
                     : "memory");
    }
}

/// One 16 B load; the caller looks at the sequence number first.
__device__ __forceinline__ piece load_piece(const piece *from) {
    piece value;
    asm volatile("ld.relaxed.sys.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(value.word[0]), "=r"(value.word[1]), "=r"(value.word[2]), "=r"(value.sequence)
                 : "l"(__cvta_generic_to_global(from))
                 : "memory");
    return value;
}

/// Reads memory that others write, past the first-level cache.
template <typename Unit>
__device__ __forceinline__ Unit load_fresh(const Unit *from) {
    return __ldcv(from);
}

/// Nanoseconds of the device's clock; ticks every 32 ns on an H200, coarser on some GPUs.
__device__ __forceinline__ std::uint64_t device_time_ns() {
    std::uint64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/// Cycles of the multiprocessor that the block runs on.
__device__ __forceinline__ std::uint64_t device_cycles() { return static_cast<std::uint64_t>(clock64()); }

/// Length of a text, up to 65535. Whole words are read, never past the word that holds its end.
__device__ __forceinline__ std::uint32_t text_length(const char *text) {
    std::uint32_t length = 0;
    while (reinterpret_cast<std::uint64_t>(text + length) % 4 != 0) {
        if (text[length] == '\0') return length;
        length++;
    }
    while (length < 0xffff) {
        const std::uint32_t word = *reinterpret_cast<const std::uint32_t *>(text + length);
        // The lowest set bit is in the first byte that is 0.
        const std::uint32_t zeros = (word - 0x01010101u) & ~word & 0x80808080u;
        if (zeros != 0) return length + static_cast<std::uint32_t>(__ffs(static_cast<int>(zeros)) - 1) / 8;
        length += 4;
    }
    return 0xffff;
}

/// Keeps a value in a register from here on; where it is needed, fetching it again would be felt.
__device__ __forceinline__ void pin(std::uint32_t &value) { asm volatile("" : "+r"(value)); }
__device__ __forceinline__ void pin(std::uint64_t &value) { asm volatile("" : "+l"(value)); }

/// The same object in shared memory, its address in a register. Left alone, the compiler finds the address anew for
/// every use, which takes a special register and five instructions, one after the other; and in a function that is
/// called it does not know that the memory is shared.
template <typename T>
__device__ __forceinline__ T &at_hand(T &shared) {
    std::uint32_t address = static_cast<std::uint32_t>(__cvta_generic_to_shared(&shared));
    asm("" : "+r"(address));
    return *static_cast<T *>(__cvta_shared_to_generic(address));
}

/// A loop that turns often, or stands where the program's instructions should be few.
#define GPURMA_KEEP_ROLLED _Pragma("unroll 1")

/// After some failed polls, leave the memory system to others: the longer the wait, the longer the moment.
__device__ __forceinline__ void relax(std::uint32_t polls) {
    if (polls > 256) __nanosleep(polls > 4096 ? 1000 : 100);
}

/// Polls of a lane before a wait counts as one that takes longer: some 50 us. With 64 a delay of one rank, which its
/// neighbours pass on, never died down in a ring of 132 on an H200: whoever waits the long way is late itself.
constexpr std::uint32_t polls_of_a_short_wait = 256;

/// The same where some lanes are not looked at.
constexpr std::uint32_t polls_when_crowded = 32;

/// The same where the lane to look at is a guess.
constexpr std::uint32_t polls_of_a_guess = 16;

/// Failed polls between two looks at everything else: the host's abort, other lanes.
constexpr std::uint32_t polls_a_look = 64;

/// Failed polls after which the host is told what a rank waits for: some milliseconds.
constexpr std::uint32_t polls_a_long_wait = 4096;

/// Polls that the leader of a waiting rank makes alone before its warp looks together: none, a warp costs no more.
constexpr std::uint32_t polls_alone = 1;

/// Ends the calling thread; later barriers of its block count without it.
__device__ __forceinline__ void exit_thread() { asm volatile("exit;"); }

}  // namespace detail
}  // namespace gpurma
