// The functions that programs call (gpurma/emulator/engine.h).
#include "gpurma/emulator/engine.h"

#include <immintrin.h>
#include <sched.h>

#include <chrono>
#include <thread>

#include "block.h"
#include "launch.h"

using gpurma_emulator::block;

namespace {

// Many ranks share few cores: spin for about a microsecond, offer the core, then sleep and let those compute that can.
// Who has slept often sleeps longer.
constexpr uint32_t polls_spinning = 32;
constexpr uint32_t polls_yielding = 64;
constexpr uint32_t polls_napping = 512;
constexpr auto nap = std::chrono::microseconds(50);
constexpr auto long_nap = std::chrono::microseconds(400);

}  // namespace

const gpurma_emulator_place *gpurma_emulator_here() { return &block::current()->here(); }

int gpurma_emulator_barrier(int predicate) { return block::current()->wait_at_barrier(predicate); }

uint32_t gpurma_emulator_warp_exchange(uint32_t mask, uint64_t value, uint64_t all_lanes[32]) {
    return block::current()->exchange_in_warp(mask, value, all_lanes);
}

void gpurma_emulator_warp_barrier(uint32_t mask) { block::current()->join_warp(mask); }

uint32_t gpurma_emulator_load_relaxed(uint32_t *word) { return block::current()->flow().load_relaxed(word); }
void gpurma_emulator_store_relaxed(uint32_t *word, uint32_t value) {
    block::current()->flow().store_relaxed(word, value);
}
void gpurma_emulator_before_update(void *address) { block::current()->flow().before_update(address); }
void gpurma_emulator_after_update(void *address) { block::current()->flow().after_update(address); }
void gpurma_emulator_acquire_fence() { block::current()->flow().acquire_fence(); }
void gpurma_emulator_release_fence() { block::current()->flow().release_fence(); }

uint32_t gpurma_emulator_live_lanes() { return block::current()->live_lanes(); }

void gpurma_emulator_relax(uint32_t polls) {
    if (block::current()->others_can_run()) {
        block::current()->yield();
    } else if (polls < polls_spinning) {
        _mm_pause();
    } else if (polls < polls_yielding) {
        sched_yield();
    } else {
        std::this_thread::sleep_for(polls < polls_napping ? nap : long_nap);
    }
}

void gpurma_emulator_exit_thread() { block::current()->exit_thread(); }

void gpurma_emulator_trap(const char *message) { block::current()->owner().trap(*block::current(), message); }

uint64_t gpurma_emulator_time_ns() {
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count());
}
