// CUDA's atomic functions; relaxed on a GPU, so relaxed here, for the sanitizers to see what a program really orders.
#pragma once

#include <cstdint>
#include <type_traits>

#include "gpurma/emulator/ordering.h"

namespace gpurma_emulator {

/// Any read-modify-write by compare and swap, also for floating point.
template <typename T, typename Update>
inline T update_atomically(T *address, Update update) {
    before_update(address);
    T seen;
    __atomic_load(address, &seen, __ATOMIC_RELAXED);
    T next = update(seen);
    while (!__atomic_compare_exchange(address, &seen, &next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        next = update(seen);
    }
    after_update(address);
    return seen;
}

template <typename T>
using same = std::common_type_t<T>;

}  // namespace gpurma_emulator

#define GPURMA_ATOMIC(name, expression)                                                          \
    template <typename T>                                                                        \
    inline T name(T *address, gpurma_emulator::same<T> value) {                                  \
        return gpurma_emulator::update_atomically(address, [=]([[maybe_unused]] T seen) -> T { return expression; }); \
    }                                                                                            \
    template <typename T>                                                                        \
    inline T name##_system(T *address, gpurma_emulator::same<T> value) {                         \
        return name(address, value);                                                             \
    }                                                                                            \
    template <typename T>                                                                        \
    inline T name##_block(T *address, gpurma_emulator::same<T> value) {                          \
        return name(address, value);                                                             \
    }

GPURMA_ATOMIC(atomicAdd, static_cast<T>(seen + value))
GPURMA_ATOMIC(atomicSub, static_cast<T>(seen - value))
GPURMA_ATOMIC(atomicMin, value < seen ? value : seen)
GPURMA_ATOMIC(atomicMax, seen < value ? value : seen)
GPURMA_ATOMIC(atomicAnd, static_cast<T>(seen & value))
GPURMA_ATOMIC(atomicOr, static_cast<T>(seen | value))
GPURMA_ATOMIC(atomicXor, static_cast<T>(seen ^ value))
GPURMA_ATOMIC(atomicExch, value)
GPURMA_ATOMIC(atomicInc, static_cast<T>(seen >= value ? 0 : seen + 1))
GPURMA_ATOMIC(atomicDec, static_cast<T>(seen == 0 || seen > value ? value : seen - 1))
#undef GPURMA_ATOMIC

template <typename T>
inline T atomicCAS(T *address, gpurma_emulator::same<T> compare, gpurma_emulator::same<T> value) {
    gpurma_emulator::before_update(address);
    __atomic_compare_exchange(address, &compare, &value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    gpurma_emulator::after_update(address);
    return compare;
}
template <typename T>
inline T atomicCAS_system(T *address, gpurma_emulator::same<T> compare, gpurma_emulator::same<T> value) {
    return atomicCAS(address, compare, value);
}
template <typename T>
inline T atomicCAS_block(T *address, gpurma_emulator::same<T> compare, gpurma_emulator::same<T> value) {
    return atomicCAS(address, compare, value);
}
