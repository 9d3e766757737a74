// Barriers and windows.
#pragma once

#include "gpurma/detail/notifications.h"
#include "gpurma/detail/queue.h"

namespace gpurma {
namespace detail {

constexpr int comm_world = 0;
constexpr int comm_device = 1;

__device__ __forceinline__ bool reached(std::uint32_t count, std::uint32_t goal) {
    return static_cast<std::int32_t>(count - goal) >= 0;
}

/// Waits while draining notes, so that a rank in a barrier never holds up one that still notifies it.
template <typename Condition>
__device__ inline bool wait_draining(gpurma_state &gst, Condition holds) {
    if (holds()) return true;
    const std::uint64_t start = device_time_ns();
    patience waiting;
    while (!holds()) {
        if (waiting.polls % 64 == 0) drain_notes(gst);
        if (waiting.runs_out(gst)) return false;
    }
    gst.counters.wait_ns += device_time_ns() - start;
    return true;
}

/// The device's last rank speaks for all: it tells the host and waits for the other devices.
__device__ inline void cross_world_barrier(gpurma_state &gst) {
    if (gst.context.process_count == 1) return;
    const std::uint32_t epoch = gst.world_barriers;
    const std::uint32_t words[entry_words] = {static_cast<std::uint32_t>(opcode::barrier), epoch};
    send_command(gst, words);
    control_page *control = at<control_page>(gst.context.control, 0);
    wait_draining(gst, [&] { return reached(load_acquire_system(&control->world_barrier), epoch); });
}

/// Leader only. All ranks of the communicator arrive before any leaves; what they wrote before is visible after.
__device__ inline void barrier(gpurma_state &gst, int comm) {
    device_shared *shared = at<device_shared>(gst.context.shared, 0);
    const std::uint32_t epoch = ++gst.device_barriers;
    if (comm == comm_world) gst.world_barriers++;
    // Acquire and release, device: the last to arrive has seen what every other rank wrote, and passes it on.
    const std::uint32_t before = fetch_add_device(&shared->barrier_arrived, 1);
    if (before + 1 == epoch * gst.context.device_ranks) {
        if (comm == comm_world) cross_world_barrier(gst);
        // Given up: the others must not leave a barrier that not all have reached.
        if (is_stopped(gst)) return;
        store_release_device(&shared->barrier_released, epoch);
    } else {
        wait_draining(gst, [&] { return reached(load_acquire_device(&shared->barrier_released), epoch); });
    }
    gst.counters.barriers++;
    publish_counters(gst);
}

__device__ __forceinline__ window_part *part_of(gpurma_state &gst, std::uint32_t window, std::uint32_t device_rank) {
    const std::uint32_t comm = window >> window_comm_shift;
    const std::uint32_t slot = window & window_slot_mask;
    return at<window_part>(gst.context.window_parts, 0) +
           ((comm * window_slots + slot) * gst.context.device_ranks + device_rank);
}

__device__ __forceinline__ bool is_alive(gpurma_state &gst, int window) {
    if (window < 0) return false;
    const std::uint32_t comm = static_cast<std::uint32_t>(window) >> window_comm_shift;
    const std::uint32_t slot = static_cast<std::uint32_t>(window) & window_slot_mask;
    return comm <= 1 && slot < window_slots && (gst.windows_alive[comm] >> slot & 1) != 0;
}

/// Every rank of the communicator runs the same sequence of creations and frees, so all find the same free slot.
__device__ __forceinline__ int lowest_free_slot(std::uint64_t alive) {
    for (unsigned slot = 0; slot < window_slots; slot++) {
        if ((alive >> slot & 1) == 0) return static_cast<int>(slot);
    }
    return -1;
}

/// Leader only; the handle, or -1 when all slots are taken (on all ranks alike).
__device__ inline int create_window(gpurma_state &gst, int comm, void *base, std::int64_t bytes) {
    if (bytes < 0) {
        fail(gst, fault_kind::window_misuse, "gpurma_win_create: a size of %0 bytes is negative", bytes);
        return -1;
    }
    const int slot = lowest_free_slot(gst.windows_alive[comm]);
    if (slot < 0) return -1;
    const std::uint32_t window = static_cast<std::uint32_t>(comm) << window_comm_shift | static_cast<unsigned>(slot);
    const std::uint64_t address = reinterpret_cast<std::uint64_t>(base);
    const std::uint64_t size = static_cast<std::uint64_t>(bytes);

    window_part *part = part_of(gst, window, gst.device_rank);
    part->base = address;
    part->bytes = size;
    std::uint32_t words[entry_words] = {};
    words[0] = static_cast<std::uint32_t>(opcode::win_create) | static_cast<std::uint32_t>(comm) << 8 | window << 16;
    words[3] = low_word(size);
    words[4] = high_word(size);
    words[6] = low_word(address);
    words[7] = high_word(address);
    // The acknowledgement first: after the barrier every host knows every part.
    call_host(gst, words);
    gst.windows_alive[comm] |= 1ull << slot;
    barrier(gst, comm);
    return static_cast<int>(window);
}

/// Leader only. The barrier first: no rank of the communicator uses the window any more.
__device__ inline void free_window(gpurma_state &gst, int window) {
    if (!is_alive(gst, window)) {
        fail(gst, fault_kind::window_misuse, "gpurma_win_free: %0 is not a window that is alive", window);
        return;
    }
    const int comm = window >> window_comm_shift;
    barrier(gst, comm);
    std::uint32_t words[entry_words] = {};
    words[0] = static_cast<std::uint32_t>(opcode::win_free) | static_cast<std::uint32_t>(comm) << 8 |
               static_cast<std::uint32_t>(window) << 16;
    call_host(gst, words);
    gst.windows_alive[comm] &= ~(1ull << (window & window_slot_mask));
}

}  // namespace detail
}  // namespace gpurma
