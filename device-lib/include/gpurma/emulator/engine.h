// What a program compiled for the emulator asks of the emulator's engine; resolved when the program is loaded.
#pragma once

#include <cstdint>

struct gpurma_emulator_index {
    unsigned x, y, z;
};

/// Where the calling CUDA thread stands in its grid.
struct gpurma_emulator_place {
    gpurma_emulator_index thread, block, block_size, grid_size;
};

extern "C" {
/// The calling thread's place; valid until it yields.
const gpurma_emulator_place *gpurma_emulator_here();

/// __syncthreads, also counting the threads whose predicate holds. Threads that exited are not waited for.
int gpurma_emulator_barrier(int predicate);

/// The lanes of `mask` exchange a value each: all_lanes[i] is lane i's. Returns the mask of the lanes that took part:
/// lanes that exited are not waited for.
uint32_t gpurma_emulator_warp_exchange(uint32_t mask, uint64_t value, uint64_t all_lanes[32]);

/// __syncwarp: as an exchange, and what the lanes did before is ordered before what they do after.
void gpurma_emulator_warp_barrier(uint32_t mask);

/// Lanes of the calling thread's warp that have not exited.
uint32_t gpurma_emulator_live_lanes();

/// Lets other threads run: of the block at once, of other blocks the sooner the more polls have failed.
void gpurma_emulator_relax(uint32_t polls);

/// Relaxed accesses and fences for the thread sanitizer, which knows no fences.
uint32_t gpurma_emulator_load_relaxed(uint32_t *word);
void gpurma_emulator_store_relaxed(uint32_t *word, uint32_t value);
void gpurma_emulator_before_update(void *address);
void gpurma_emulator_after_update(void *address);
void gpurma_emulator_acquire_fence();
void gpurma_emulator_release_fence();

[[noreturn]] void gpurma_emulator_exit_thread();

/// Ends the launch with a fault, as a trap does.
[[noreturn]] void gpurma_emulator_trap(const char *message);

uint64_t gpurma_emulator_time_ns();
}
