// Barriers and windows.
#pragma once

#include "gpurma/detail/notifications.h"
#include "gpurma/detail/queue.h"

namespace gpurma {
namespace detail {

__device__ __forceinline__ bool reached(std::uint32_t count, std::uint32_t goal) {
    return static_cast<std::int32_t>(count - goal) >= 0;
}

/// Waits until `holds` on the leader, draining notes, so that a waiting rank never holds up one that notifies it.
template <typename Condition>
__device__ inline bool wait_draining(gpurma_state &gst, const first_warp &warp, Condition holds) {
    if (warp.from_leader(warp.leads() && holds())) return true;
    const std::uint64_t start = device_time_ns();
    patience waiting;
    std::uint32_t polls = 0;
    do {
        if (polls % 64 == 0) drain_notes(gst, warp);
        if (!warp.from_leader(!warp.leads() || waiting.lasts(gst, holds))) return false;
        polls += polls_alone;
    } while (!warp.from_leader(warp.leads() && holds()));
    if (warp.leads()) gst.counters.wait_ns += device_time_ns() - start;
    return true;
}

/// Tells the other near GPUs, by one store each into their memory, and waits for theirs.
GPURMA_OUT_OF_LINE void cross_near_barrier(gpurma_state &gst, const first_warp &warp, std::uint32_t epoch) {
    const gpurma_context &context = gst.context;
    const std::uint32_t self = context.process_index - context.near_first;
    // The leader has seen the last arrival, a shuffle orders no memory: without this the other lanes' releases would
    // pass on nothing.
    warp.join();
    for (std::uint32_t other = warp.lane; other < context.near_processes; other += warp.width) {
        device_shared *theirs = at<device_shared>(context.arenas[other], context.shared);
        // Release, system: passes on what all ranks of this GPU wrote before they arrived.
        if (other != self) store_release_system(&theirs->near_barrier[self], epoch);
    }
    device_shared *ours = at<device_shared>(own_arena(gst), context.shared);
    wait_draining(gst, warp, [&] {
        for (std::uint32_t other = 0; other < context.near_processes; other++) {
            if (other != self && !reached(load_relaxed_system(&ours->near_barrier[other]), epoch)) return false;
        }
        return true;
    });
    // Acquire, system: what the ranks of the other GPUs wrote before they arrived.
    for (std::uint32_t other = 0; other < context.near_processes; other++) {
        load_acquire_system(&ours->near_barrier[other]);
    }
}

GPURMA_OUT_OF_LINE void cross_host_barrier(gpurma_state &gst, const first_warp &warp, std::uint32_t epoch) {
    if (warp.leads()) {
        // Parts of windows lie in other GPUs' memory, and the pieces of a command order nothing.
        if (gst.context.near_processes > 1) release_fence_system();
        const std::uint32_t words[entry_words] = {static_cast<std::uint32_t>(opcode::barrier), epoch};
        send_command(gst, words);
    }
    control_page *control = at<control_page>(gst.context.control, 0);
    wait_draining(gst, warp, [&] { return reached(load_relaxed_system(&control->world_barrier), epoch); });
    load_acquire_system(&control->world_barrier);
}

/// The device's last rank speaks for all of them.
__device__ inline void cross_world_barrier(gpurma_state &gst, const first_warp &warp) {
    const gpurma_context &context = gst.context;
    if (context.process_count == 1) return;
    if (context.near_processes == context.process_count) {
        cross_near_barrier(gst, warp, gst.world_barriers);
    } else {
        cross_host_barrier(gst, warp, gst.world_barriers);
    }
}

/// All ranks of the communicator arrive before any leaves; what they wrote before is visible after.
GPURMA_OUT_OF_LINE void barrier(gpurma_state &gst, const first_warp &warp, int comm) {
    device_shared *shared = at<device_shared>(own_arena(gst), gst.context.shared);
    const std::uint32_t epoch = gst.device_barriers + 1;
    warp.join();
    std::uint32_t before = 0;
    if (warp.leads()) {
        gst.device_barriers = epoch;
        if (comm == comm_world) gst.world_barriers++;
        // Acquire and release, device: the last to arrive has seen what every other rank wrote, and passes it on.
        before = fetch_add_device(&shared->barrier_arrived, 1);
    }
    before = warp.from_leader(before);
    if (before + 1 == epoch * gst.context.device_ranks) {
        if (comm == comm_world) cross_world_barrier(gst, warp);
        // Given up: the others must not leave a barrier that not all have reached.
        if (warp.stopped(gst)) return;
        if (warp.leads()) store_release_device(&shared->barrier_released, epoch);
    } else {
        wait_draining(gst, warp, [&] { return reached(load_relaxed_device(&shared->barrier_released), epoch); });
        // Acquire, device: what the other ranks wrote before they arrived.
        load_acquire_device(&shared->barrier_released);
    }
    if (warp.leads()) {
        gst.counters.barriers++;
        publish_counters(gst);
    }
}

/// Every rank of the communicator runs the same sequence of creations and frees, so all find the same free slot.
__device__ __forceinline__ int lowest_free_slot(std::uint64_t alive) {
    return alive == ~0ull ? -1 : __ffsll(static_cast<long long>(~alive)) - 1;
}

/// Leader only: tells every near GPU and the host where this rank's part of the window lies.
GPURMA_OUT_OF_LINE void publish_part(gpurma_state &gst, std::uint32_t window, std::uint64_t address,
                                    std::uint64_t bytes) {
    const window_part part = {address - own_arena(gst), bytes};
    for (std::uint32_t process = 0; process < gst.context.near_processes; process++) {
        // The barrier that follows makes the parts visible before anyone looks.
        if (gst.context.arenas[process] != 0) *part_of(gst, gst.context.arenas[process], window, gst.near_rank) = part;
    }
    std::uint32_t words[entry_words] = {};
    words[0] = static_cast<std::uint32_t>(opcode::win_create) | comm_of(window) << 8 | window << 16;
    words[3] = low_word(bytes);
    words[4] = high_word(bytes);
    words[6] = low_word(address);
    words[7] = high_word(address);
    // The acknowledgement first: after the barrier every host knows every part.
    call_host(gst, words);
}

/// The handle, or -1 when all slots are taken (on all ranks alike).
GPURMA_OUT_OF_LINE int create_window(gpurma_state &gst, const first_warp &warp, int comm, void *base,
                                    std::int64_t bytes) {
    if (bytes < 0) {
        fail(gst, fault_kind::window_misuse, "gpurma_win_create: a size of %0 bytes is negative", bytes);
        return -1;
    }
    const int slot = lowest_free_slot(gst.windows_alive[comm]);
    if (slot < 0) return -1;
    const std::uint32_t window = static_cast<std::uint32_t>(comm) << window_comm_shift | static_cast<unsigned>(slot);
    warp.join();
    if (warp.leads()) {
        publish_part(gst, window, reinterpret_cast<std::uint64_t>(base), static_cast<std::uint64_t>(bytes));
        gst.windows_alive[comm] |= 1ull << slot;
    }
    warp.join();
    barrier(gst, warp, comm);
    return static_cast<int>(window);
}

/// The barrier first: no rank of the communicator uses the window any more.
GPURMA_OUT_OF_LINE void free_window(gpurma_state &gst, const first_warp &warp, int window) {
    if (!is_alive(gst, window)) {
        fail(gst, fault_kind::window_misuse, "gpurma_win_free: %0 is not a window that is alive", window);
        return;
    }
    const std::uint32_t comm = comm_of(static_cast<std::uint32_t>(window));
    barrier(gst, warp, static_cast<int>(comm));
    if (!warp.leads()) return;
    std::uint32_t words[entry_words] = {};
    words[0] = static_cast<std::uint32_t>(opcode::win_free) | comm << 8 | static_cast<std::uint32_t>(window) << 16;
    call_host(gst, words);
    gst.windows_alive[comm] &= ~(1ull << (window & window_slot_mask));
}

}  // namespace detail
}  // namespace gpurma
