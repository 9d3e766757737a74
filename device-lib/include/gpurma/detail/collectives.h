// Barriers and windows.
#pragma once

#include "gpurma/detail/notifications.h"
#include "gpurma/detail/queue.h"

namespace gpurma {
namespace detail {

__device__ __forceinline__ wait_subject barrier_of(int comm) { return {wait_kind::barrier, no_window, comm, any, 0}; }

/// Tells all near GPUs, this one included, by one store each into their memory, that the ranks of this one are here.
__device__ __forceinline__ void announce_to_near(gpurma_state &gst, first_warp warp, std::uint32_t epoch) {
    const gpurma_context &context = gst.context;
    const std::uint32_t self = context.process_index - context.near_first;
    // The leader has seen the last arrival, a shuffle orders no memory: without this the other lanes' releases would
    // pass on nothing.
    warp.join();
    for (std::uint32_t other = warp.lane; other < context.near_processes; other += warp.width) {
        // Release, system: passes on what all ranks of this GPU wrote before they arrived.
        store_release_system(&at<device_shared>(context.arenas[other], context.shared)->near_barrier[self], epoch);
    }
}

/// Every rank looks at what the GPUs announced, a lane at each; nobody passes it on. A rank of fewer threads than there are
/// GPUs looks at some of them after the others: a loop over them in each poll took 0.5 us more of 2.8 on two H200s.
__device__ __forceinline__ void wait_for_near(gpurma_state &gst, first_warp warp, std::uint32_t epoch) {
    std::uint32_t *words = at<device_shared>(own_arena(gst), gst.context.shared)->near_barrier;
    for (std::uint32_t first = 0; first < gst.context.near_processes; first += warp.width) {
        const std::uint32_t other = first + warp.lane;
        const bool near = other < gst.context.near_processes;
        std::uint32_t *word = &words[other % most_near_processes];
        wait_draining(gst, warp, barrier_of(comm_world), [&] { return !near || reached(load_relaxed_system(word), epoch); });
        // Acquire, system: what the ranks of that GPU wrote before they arrived. The join makes it the whole warp's.
        if (near) load_acquire_system(word);
        warp.join();
    }
}

__device__ __forceinline__ wait_subject host_to_act() { return {wait_kind::host, no_window, any, any, 0}; }

/// A ring of slots that this rank fills and the host empties.
struct host_ring {
    std::uint32_t filled;
    std::uint32_t slots;
    std::uint32_t *emptied_by_host;
    std::uint32_t &emptied;  ///< as last seen
};

__device__ __forceinline__ host_ring command_ring(gpurma_state &gst) {
    return {gst.commands_sent, gst.context.command_slots,
            at<std::uint32_t>(host_area(gst), gst.context.host.command_consumed), gst.commands_consumed};
}

__device__ __forceinline__ bool has_room(const host_ring &ring, std::uint32_t entries) {
    return ring.filled + entries - ring.emptied <= ring.slots;
}

/// First warp: waits until `entries` more fit, and meanwhile takes what others sent here: their hosts may wait for that
/// before they take what this host sends.
GPURMA_OUT_OF_LINE void make_room(gpurma_state &gst, first_warp warp, host_ring ring, std::uint32_t entries) {
    // The leader's view, once all lanes have read: it may send at once.
    if (warp.from_leader(has_room(ring, entries))) return;
    if (warp.leads()) GPURMA_COUNT(gst.counters.queue_full_stalls++);
    wait_draining(gst, warp, host_to_act(), [&] {
        return ring.filled + entries - load_relaxed_system(ring.emptied_by_host) <= ring.slots;
    });
    const std::uint32_t emptied = load_acquire_system(ring.emptied_by_host);
    warp.join();
    if (warp.leads()) ring.emptied = emptied;
    warp.join();
}

/// The device's last rank speaks for all of them to the host.
__device__ inline void cross_host_barrier(gpurma_state &gst, first_warp warp, std::uint32_t epoch) {
    make_room(gst, warp, command_ring(gst), 1);
    if (warp.leads()) {
        // The pieces of a command order nothing, and the hosts copy into windows that ranks have read before.
        release_fence_system();
        const std::uint32_t words[entry_words] = {static_cast<std::uint32_t>(opcode::barrier), epoch};
        send_command(gst, words);
    }
    control_page *control = at<control_page>(gst.context.control, 0);
    wait_draining(gst, warp, barrier_of(comm_world),
                  [&] { return reached(load_relaxed_system(&control->world_barrier), epoch); });
    load_acquire_system(&control->world_barrier);
}

/// Waits for a word of the device's shared state, and for what was written before it got there.
__device__ __forceinline__ void wait_for_word(gpurma_state &gst, first_warp warp, int comm, std::uint32_t *word,
                                              std::uint32_t goal) {
    wait_draining(gst, warp, barrier_of(comm), [&] { return reached(load_relaxed_device(word), goal); });
    load_acquire_device(word);
}

/// A WORLD barrier of several GPUs: the last rank of each to arrive tells the others.
__device__ inline void cross_world_barrier(gpurma_state &gst, first_warp warp, bool last, std::uint32_t device_epoch) {
    const gpurma_context &context = gst.context;
    device_shared *shared = at<device_shared>(own_arena(gst), context.shared);
    if (context.near_processes == context.process_count) {
        if (last) announce_to_near(gst, warp, gst.world_barriers);
        wait_for_near(gst, warp, gst.world_barriers);
    } else if (last) {
        cross_host_barrier(gst, warp, gst.world_barriers);
        // Given up: the others must not leave a barrier that not all have reached.
        if (!warp.stopped(gst) && warp.leads()) store_release_device(&shared->barrier_released, device_epoch);
    } else {
        wait_for_word(gst, warp, comm_world, &shared->barrier_released, device_epoch);
    }
}

/// All ranks of the communicator arrive before any leaves; what they wrote before is visible after.
__device__ __forceinline__ void barrier(gpurma_state &gst, first_warp warp, int comm) {
    device_shared *shared = at<device_shared>(own_arena(gst), gst.context.shared);
    const bool crosses = comm == comm_world && gst.context.process_count > 1;
    const std::uint32_t epoch = gst.device_barriers + 1;
    const std::uint32_t all_arrived = epoch * gst.context.device_ranks;
    warp.join();
    std::uint32_t before = 0;
    if (warp.leads()) {
        gst.device_barriers = epoch;
        GPURMA_COUNT(gst.counters.barriers++);
        if (crosses) {
            gst.world_barriers++;
            // Acquire and release, device: the last to arrive has seen what every other rank wrote, and passes it on.
            before = fetch_add_device(&shared->barrier_arrived, 1);
        } else {
            add_release_device(&shared->barrier_arrived, 1);
        }
    }
    warp.join();
    if (crosses) {
        cross_world_barrier(gst, warp, warp.from_leader(before + 1 == all_arrived), epoch);
    } else {
        wait_for_word(gst, warp, comm, &shared->barrier_arrived, all_arrived);
    }
}

/// The barrier of another call than gpurma_comm_barrier, which who waits in it for long names.
__device__ __forceinline__ void barrier_of_call(gpurma_state &gst, first_warp warp, int comm, collective call) {
    if (warp.leads()) gst.collective = call;
    barrier(gst, warp, comm);
    if (warp.leads()) gst.collective = collective::comm_barrier;
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
GPURMA_OUT_OF_LINE int create_window(gpurma_state &gst, first_warp warp, int comm, void *base,
                                    std::int64_t bytes) {
    if (bytes < 0) {
        fail(gst, fault_kind::window_misuse, "a size of %0 bytes is negative", "gpurma_win_create", bytes);
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
    barrier_of_call(gst, warp, comm, collective::win_create);
    return static_cast<int>(window);
}

/// Leader only: what was looked up of a window is no longer true.
__device__ __forceinline__ void forget_window(gpurma_state &gst, std::uint32_t window) {
    for (std::uint32_t slot = 0; slot < route_slots; slot++) {
        if (gst.routes[slot].window == window) gst.routes[slot].rank = unknown_rank;
    }
    if (own_window_slot(gst, window).window == window) own_window_slot(gst, window).window = no_window;
}

/// The barrier first: no rank of the communicator uses the window any more. What near ranks sent has arrived by then;
/// notifications that nobody asked for go with their window, so that they never match in a later one of the same slot.
GPURMA_OUT_OF_LINE void free_window(gpurma_state &gst, first_warp warp, int window) {
    if (!is_alive(gst, window)) {
        fail(gst, fault_kind::window_misuse, "%0 is not a window that is alive", "gpurma_win_free", window);
        return;
    }
    const std::uint32_t handle = static_cast<std::uint32_t>(window);
    barrier_of_call(gst, warp, static_cast<int>(comm_of(handle)), collective::win_free);
    drain_notes(gst, warp);
    if (gst.unmatched != 0) take_matches(gst, warp, query{handle, any, any}, static_cast<int>(gst.unmatched));
    if (!warp.leads()) return;
    std::uint32_t words[entry_words] = {};
    words[0] = static_cast<std::uint32_t>(opcode::win_free) | comm_of(handle) << 8 | handle << 16;
    call_host(gst, words);
    forget_window(gst, handle);
    gst.windows_alive[comm_of(handle)] &= ~(1ull << (handle & window_slot_mask));
}

}  // namespace detail
}  // namespace gpurma
