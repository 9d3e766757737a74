// Warp votes, shuffles and reductions over the lanes of a mask.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gpurma/emulator/engine.h"

namespace gpurma_emulator {

/// One exchange: every lane of the mask gives a value and sees the others'.
template <typename T>
struct exchange {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>, "a lane gives at most 8 bytes");
    uint64_t lanes[32] = {};
    uint32_t present;
    unsigned lane;

    exchange(uint32_t mask, T value) {
        const gpurma_emulator_place *here = gpurma_emulator_here();
        lane = (here->thread.x + here->block_size.x * (here->thread.y + here->block_size.y * here->thread.z)) % 32;
        uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof value);
        present = gpurma_emulator_warp_exchange(mask, bits, lanes);
    }

    T of(unsigned other) const {
        T value;
        std::memcpy(&value, &lanes[other], sizeof value);
        return value;
    }

    /// The value of `other` where it took part; otherwise the own one, as on a GPU outside the segment.
    T of_or_own(int other, int width) const {
        const int first = static_cast<int>(lane) / width * width;
        const bool inside = other >= first && other < first + width;
        return of(inside && (present >> other & 1) != 0 ? static_cast<unsigned>(other) : lane);
    }
};

template <typename T, typename Combine>
inline T reduce(uint32_t mask, T value, Combine combine) {
    const exchange<T> all(mask, value);
    bool first = true;
    T result = value;
    for (unsigned lane = 0; lane < 32; lane++) {
        if ((all.present >> lane & 1) == 0) continue;
        result = first ? all.of(lane) : combine(result, all.of(lane));
        first = false;
    }
    return result;
}

}  // namespace gpurma_emulator

inline void __syncwarp(unsigned mask = 0xffffffffu) { gpurma_emulator_warp_barrier(mask); }
inline unsigned __activemask() { return gpurma_emulator_live_lanes(); }

inline unsigned __ballot_sync(unsigned mask, int predicate) {
    const gpurma_emulator::exchange<int> all(mask, predicate != 0);
    unsigned votes = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        if ((all.present >> lane & 1) != 0 && all.of(lane) != 0) votes |= 1u << lane;
    }
    return votes;
}
inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
inline int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }

template <typename T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
    const gpurma_emulator::exchange<T> all(mask, value);
    const int first = static_cast<int>(all.lane) / width * width;
    return all.of_or_own(first + ((source % width) + width) % width, width);
}
template <typename T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const gpurma_emulator::exchange<T> all(mask, value);
    return all.of_or_own(static_cast<int>(all.lane) - static_cast<int>(delta), width);
}
template <typename T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    const gpurma_emulator::exchange<T> all(mask, value);
    return all.of_or_own(static_cast<int>(all.lane) + static_cast<int>(delta), width);
}
template <typename T>
inline T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
    const gpurma_emulator::exchange<T> all(mask, value);
    return all.of_or_own(static_cast<int>(all.lane) ^ lanes, width);
}

template <typename T>
inline T __reduce_add_sync(unsigned mask, T value) {
    return gpurma_emulator::reduce(mask, value, [](T a, T b) { return static_cast<T>(a + b); });
}
template <typename T>
inline T __reduce_min_sync(unsigned mask, T value) {
    return gpurma_emulator::reduce(mask, value, [](T a, T b) { return b < a ? b : a; });
}
template <typename T>
inline T __reduce_max_sync(unsigned mask, T value) {
    return gpurma_emulator::reduce(mask, value, [](T a, T b) { return a < b ? b : a; });
}
inline unsigned __reduce_or_sync(unsigned mask, unsigned value) {
    return gpurma_emulator::reduce(mask, value, [](unsigned a, unsigned b) { return a | b; });
}
inline unsigned __reduce_and_sync(unsigned mask, unsigned value) {
    return gpurma_emulator::reduce(mask, value, [](unsigned a, unsigned b) { return a & b; });
}
