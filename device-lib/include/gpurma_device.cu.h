// GPU RMA device library: what a program includes.
//
// A rank is one thread block. Unless noted otherwise, a function is called by all threads of the rank together, with
// the same arguments; it may synchronise them, and all see the same result (calling convention of the GPU RMA thesis,
// 2.3.3). A function that finds an error ends the rank, and with it the job, naming rank and cause.
//
// Names, types and signatures are those of the GPU RMA thesis (Baer 2015), listings 2.2 to 2.5; CPU timers are those
// of the dCUDA thesis (Kuster 2017), listing 3.4.
#pragma once

#include <type_traits>

#include "gpurma/detail/backend.h"
#include "gpurma/detail/calls.h"
#include "gpurma/detail/collectives.h"
#include "gpurma/detail/fault.h"
#include "gpurma/detail/lanes.h"
#include "gpurma/detail/log.h"
#include "gpurma/detail/notifications.h"
#include "gpurma/detail/peers.h"
#include "gpurma/detail/queue.h"
#include "gpurma/detail/rma.h"
#include "gpurma/detail/state.h"

/// The kernel's argument.
typedef struct gpurma_context *gpurma_context_handle;

using gpurma_comm = int;
/// All ranks of the job.
constexpr gpurma_comm GPURMA_COMM_WORLD = gpurma::detail::comm_world;
/// The ranks of one GPU.
constexpr gpurma_comm GPURMA_COMM_DEVICE = gpurma::detail::comm_device;

using gpurma_win = int;
constexpr gpurma_win GPURMA_WIN_NONE = -1;

constexpr int GPURMA_ANY_SOURCE = gpurma::detail::any;
constexpr int GPURMA_ANY_TAG = gpurma::detail::any;

// ------------------------------------------------------------------------------------------------ initialisation

/// Initialises the library; first call of every rank. `gst` is a __shared__ variable of the kernel.
__device__ inline void gpurma_gpu_init(gpurma_context_handle gpurma, gpurma_state &gst) {
    using namespace gpurma::detail;
    __syncthreads();
    if (is_leader()) {
        gst = gpurma_state{};
        gst.context = *gpurma;
        gst.device_rank = blockIdx.x;
        gst.near_ranks = gst.context.near_processes * gst.context.device_ranks;
        gst.near_start = gst.context.near_first * gst.context.device_ranks;
        gst.near_rank = gst.context.rank_start - gst.near_start + gst.device_rank;
        gst.last_source = gst.near_rank;
        gst.recent_window = no_window;
        for (std::uint32_t slot = 0; slot < own_window_slots; slot++) gst.own_windows[slot].window = no_window;
        gst.start_cycles = device_cycles();
        gst.start_ns = device_time_ns();
        gst.own_arena = gst.context.arenas[gst.context.process_index - gst.context.near_first];
        gst.peers = own_device_area(gst) + gst.context.device.peers;
        for (std::uint32_t slot = 0; slot < resident_peers; slot++) gst.resident_rank[slot] = no_rank;
        for (std::uint32_t slot = 0; slot < route_slots; slot++) gst.routes[slot].rank = unknown_rank;
        if (gpurma->abi_version != GPURMA_ABI_VERSION) gst.stopped = 1;
    }
    leave_call(gst);
    find_peers(gst);
}

/// Ends the library; last call of every rank. All ranks of the job wait for each other (a WORLD barrier).
__device__ inline void gpurma_gpu_finish(gpurma_state &gst) {
    using namespace gpurma::detail;
    by_first_warp(gst, [&](first_warp warp) {
        if (warp.leads() && gst.log_words > 0) send_log_entry(gst, true);
        barrier_of_call(gst, warp, comm_world, collective::gpu_finish);
        const std::uint32_t words[entry_words] = {static_cast<std::uint32_t>(opcode::finish)};
        if (has_far_ranks(gst) && !warp.stopped(gst)) drain_host_lane(gst, warp);
        if (warp.leads()) {
            send_command(gst, words);
            publish_end(gst);
        }
        return 0;
    });
}

/// Number of ranks in a communicator. Any thread; does not synchronise.
__device__ inline void gpurma_comm_size(gpurma_state &gst, gpurma_comm comm, int *size) {
    *size = gpurma::detail::comm_size(gst, comm);
}

/// Own rank in a communicator, 0 to size - 1. Any thread; does not synchronise.
__device__ inline void gpurma_comm_rank(gpurma_state &gst, gpurma_comm comm, int *rank) {
    *rank = gpurma::detail::comm_rank(gst, comm);
}

/// Userdata of this process, shared by the ranks of its GPU; null where the job has none. Any thread; does not
/// synchronise. Ranks may write what no other rank reads; the host gets it back after the run.
__device__ inline void gpurma_get_data(gpurma_state &gst, void **gpu_data) {
    *gpu_data = gpurma::detail::at<void>(gst.context.userdata, 0);
}

/// Index of the calling thread in its rank. Any thread; does not synchronise.
__device__ inline void gpurma_tid(gpurma_state &, int *tid) { *tid = static_cast<int>(gpurma::detail::thread_index()); }

// ------------------------------------------------------------------------------------------------ memory and windows

/// Allocates `size` bytes of managed memory, aligned to 256 B, for this rank; null when the pool is exhausted.
/// Blocks for a round trip to the host.
__device__ inline void *gpurma_mem_alloc(gpurma_state &gst, size_t size) {
    using namespace gpurma::detail;
    return reinterpret_cast<void *>(by_leader(gst, [&] {
        std::uint32_t words[entry_words] = {static_cast<std::uint32_t>(opcode::mem_alloc)};
        words[3] = low_word(size);
        words[4] = high_word(size);
        return call_host(gst, words);
    }));
}

/// Frees what gpurma_mem_alloc returned; null is ignored. Blocks for a round trip to the host.
__device__ inline void gpurma_mem_free(gpurma_state &gst, void *ptr) {
    using namespace gpurma::detail;
    if (ptr == nullptr) return;
    by_leader(gst, [&] {
        const std::uint64_t address = reinterpret_cast<std::uint64_t>(ptr);
        std::uint32_t words[entry_words] = {static_cast<std::uint32_t>(opcode::mem_free)};
        words[3] = low_word(address);
        words[4] = high_word(address);
        return call_host(gst, words);
    });
}

/// Creates a window; all ranks of `comm` together. Each exposes `size` bytes (0 and more) of managed memory, userdata or
/// a named buffer at `winbase`. `*win` is GPURMA_WIN_NONE on all ranks when 64 windows of `comm` are alive already.
/// Blocks until the window is valid on all ranks.
__device__ inline void gpurma_win_create(gpurma_state &gst, gpurma_comm comm, void *winbase, int size,
                                         gpurma_win *win) {
    using namespace gpurma::detail;
    *win = static_cast<gpurma_win>(by_first_warp(gst, [&](first_warp warp) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(create_window(gst, warp, comm, winbase, size)));
    }));
}

/// Frees a window; all ranks of its communicator together. Every notification of the window must have been matched.
__device__ inline void gpurma_win_free(gpurma_state &gst, gpurma_win win) {
    using namespace gpurma::detail;
    by_first_warp(gst, [&](first_warp warp) {
        free_window(gst, warp, win);
        return 0;
    });
}

/// Reads from a window past the caches of the calling thread (thesis 2.3.2). Any thread; does not synchronise.
template <typename T>
__device__ __forceinline__ T readNoCache(const volatile T *ptr) {
    return *ptr;
}

// ------------------------------------------------------------------------------------------------ notified access

// Two kinds of notifications, side by side. A *matching* one (gpurma_put_notify, gpurma_get_notify, gpurma_notify)
// carries window, source and tag, and is waited for by any of them: take it where a rank must tell its partners apart.
// A *counting* one (gpurma_put_count, gpurma_count) raises one of the target's 256 counters and forgets where it came
// from: take it where it is all the same who sent, as it needs no room in a queue and never overflows.
//
// Whatever one rank puts, notifies and counts at one target arrives in that order.

/// Writes `size` bytes at `buffer` to `offset` in the window of `rank` (in the window's communicator) and notifies it
/// with `tag` (0 and more). Returns when the buffer may be reused; the target has the bytes once it matched the
/// notification. What the threads wrote to `buffer` before the call is sent.
__device__ inline void gpurma_put_notify(gpurma_state &gst, gpurma_win win, int rank, int offset, int size,
                                         void *buffer, int tag) {
    using namespace gpurma::detail;
    put(gst, {"gpurma_put_notify", win, rank, offset, size, static_cast<const char *>(buffer), tag, access_notifies});
}

/// The same without a notification: the target has the bytes once it has any later notification of this rank.
__device__ inline void gpurma_put(gpurma_state &gst, gpurma_win win, int rank, int offset, int size, void *buffer) {
    using namespace gpurma::detail;
    put(gst, {"gpurma_put", win, rank, offset, size, static_cast<const char *>(buffer), 0, 0});
}

/// A matching notification alone, as of a put of no bytes.
__device__ inline void gpurma_notify(gpurma_state &gst, gpurma_win win, int rank, int tag) {
    using namespace gpurma::detail;
    put(gst, {"gpurma_notify", win, rank, 0, 0, nullptr, tag, access_notifies});
}

/// A put that raises the target's counter of `tag` (0 to 255) by one, once the bytes are there.
__device__ inline void gpurma_put_count(gpurma_state &gst, gpurma_win win, int rank, int offset, int size, void *buffer,
                                        int tag) {
    using namespace gpurma::detail;
    put(gst, {"gpurma_put_count", win, rank, offset, size, static_cast<const char *>(buffer), tag, access_counts});
}

/// Raises the counter of `tag` (0 to 255) of a rank of `comm`; needs no window.
__device__ inline void gpurma_count(gpurma_state &gst, gpurma_comm comm, int rank, int tag) {
    using namespace gpurma::detail;
    put(gst, {"gpurma_count", unwindowed(comm), rank, 0, 0, nullptr, tag, access_counts});
}

/// Reads `size` bytes at `offset` of the window of `rank` to `buffer`, and notifies that rank with `tag` once they have
/// been read. The buffer is complete, and may be looked at, after gpurma_win_flush. What is read is what other ranks
/// put there, and what the target itself wrote before its last gpurma_win_flush or barrier.
__device__ inline void gpurma_get_notify(gpurma_state &gst, gpurma_win win, int rank, int offset, int size,
                                         void *buffer, int tag) {
    using namespace gpurma::detail;
    get(gst, {"gpurma_get_notify", win, rank, offset, size, static_cast<const char *>(buffer), tag, access_notifies});
}

/// Waits until the gets of this rank are complete and the buffers of its puts may be reused, and makes what it wrote to
/// its own part of the window visible to ranks that get it (dCUDA thesis, 3.3.2).
__device__ inline void gpurma_win_flush(gpurma_state &gst, gpurma_win win) { gpurma::detail::flush(gst, win); }

/// Takes `count` notifications of `window` from `source` with `tag` (or the wildcards), oldest first, if that many have
/// arrived; otherwise takes none and returns false. Does not block.
__device__ inline bool gpurma_test_notifications(gpurma_state &gst, gpurma_win window, int source, int tag,
                                                 int count) {
    return gpurma::detail::test_notifications(gst, window, source, tag, count);
}

/// Waits until gpurma_test_notifications would return true. `count` 0 returns at once.
__device__ inline void gpurma_wait_notifications(gpurma_state &gst, gpurma_win window, int source, int tag,
                                                 int count) {
    gpurma::detail::wait_notifications(gst, window, source, tag, count);
}

/// Takes `count` off this rank's counter of `tag` (0 to 255), if that many counting notifications have arrived;
/// otherwise takes none and returns false. Does not block.
__device__ inline bool gpurma_test_count(gpurma_state &gst, int tag, int count) {
    return gpurma::detail::test_count(gst, tag, count);
}

/// Waits until gpurma_test_count would return true. `count` 0 returns at once.
__device__ inline void gpurma_wait_count(gpurma_state &gst, int tag, int count) {
    gpurma::detail::wait_count(gst, tag, count);
}

/// Waits until all ranks of `comm` have called it; what they wrote before is visible to the ranks of this GPU after.
__device__ inline void gpurma_comm_barrier(gpurma_state &gst, gpurma_comm comm) {
    using namespace gpurma::detail;
    by_first_warp(gst, [&](first_warp warp) {
        barrier(gst, warp, comm);
        return 0;
    });
}

// ------------------------------------------------------------------------------------------------ timing

namespace gpurma {
namespace detail {

__device__ inline void time_on_host(gpurma_state &gst, bool stop) {
    by_first_warp(gst, [&](first_warp warp) {
        barrier_of_call(gst, warp, comm_device, collective::cpu_timer);
        const std::uint32_t words[entry_words] = {static_cast<std::uint32_t>(opcode::timer) | (stop ? 1u : 0u) << 8};
        if (warp.leads() && gst.device_rank == 0) send_command(gst, words);
        return 0;
    });
}

}  // namespace detail
}  // namespace gpurma

/// Starts the timer of the host, precise to some 5 us; all ranks of the GPU together (a DEVICE barrier).
__device__ inline void gpurma_start_cpu_timer(gpurma_state &gst) { gpurma::detail::time_on_host(gst, false); }

/// Stops it; the time since the last start is the next of the process's timings.
__device__ inline void gpurma_stop_cpu_timer(gpurma_state &gst) { gpurma::detail::time_on_host(gst, true); }

// ------------------------------------------------------------------------------------------------ log, assertions

struct gpurma_log_flush {};

/// A rank's log: `log << "x = " << x << log.flush;` is one line. Thread 0 of the rank speaks; what other threads pass
/// is not looked at. While the log queue is full, the rank waits, or drops lines and says which, as the job wants it.
struct gpurma_log {
    gpurma_state *gst;
    gpurma_log_flush flush;
};

/// How much a line matters: `log << GPURMA_LOG_WARNING << "x = " << x << log.flush;`. Goes for this line alone.
enum gpurma_log_level : std::uint32_t {
    GPURMA_LOG_INFO = 0,  ///< what a line is that says nothing else
    GPURMA_LOG_DEBUG = 1,
    GPURMA_LOG_WARNING = 2,
    GPURMA_LOG_ERROR = 3,
};

__device__ inline gpurma_log gpurma_log_get(gpurma_state &gst) { return gpurma_log{&gst, {}}; }

namespace gpurma {
namespace detail {

__device__ inline gpurma_log &log_value(gpurma_log &log, log_item kind, std::uint64_t value) {
    if (is_leader()) append_value(*log.gst, kind, value);
    return log;
}

__device__ inline gpurma_log &log_short_value(gpurma_log &log, log_item kind, std::uint32_t value) {
    if (is_leader()) append_short_value(*log.gst, kind, value);
    return log;
}

__device__ inline std::uint64_t bits_of(double x) { return static_cast<std::uint64_t>(__double_as_longlong(x)); }

/// A pointer to characters, and no array of them that is constant: that may be a literal.
template <typename T>
using if_text = std::enable_if_t<std::is_convertible_v<T, const char *> &&
                                 !(std::is_array_v<std::remove_reference_t<T>> && std::is_const_v<std::remove_reference_t<T>>)>;

}  // namespace detail
}  // namespace gpurma

template <typename T, typename = gpurma::detail::if_text<T>>
__device__ inline gpurma_log &operator<<(gpurma_log &log, T &&str) {
    if (gpurma::detail::is_leader()) gpurma::detail::append_text(*log.gst, str);
    return log;
}
template <unsigned size>
__device__ inline gpurma_log &operator<<(gpurma_log &log, const char (&str)[size]) {
    if (gpurma::detail::is_leader()) gpurma::detail::append_array(*log.gst, str);
    return log;
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const long long i) {
    return gpurma::detail::log_value(log, gpurma::detail::log_item::integer, static_cast<std::uint64_t>(i));
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const long i) { return log << static_cast<long long>(i); }
__device__ inline gpurma_log &operator<<(gpurma_log &log, const int i) {
    return gpurma::detail::log_short_value(log, gpurma::detail::log_item::short_integer, static_cast<std::uint32_t>(i));
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const unsigned long long i) {
    return gpurma::detail::log_value(log, gpurma::detail::log_item::natural, i);
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const unsigned long i) {
    return log << static_cast<unsigned long long>(i);
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const unsigned i) {
    return gpurma::detail::log_short_value(log, gpurma::detail::log_item::short_natural, i);
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const double x) {
    return gpurma::detail::log_value(log, gpurma::detail::log_item::real, gpurma::detail::bits_of(x));
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const bool b) {
    if (gpurma::detail::is_leader()) gpurma::detail::append_truth(*log.gst, b);
    return log;
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const void *ptr) {
    return gpurma::detail::log_value(log, gpurma::detail::log_item::address, reinterpret_cast<std::uint64_t>(ptr));
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const gpurma_log_level level) {
    if (gpurma::detail::is_leader()) log.gst->log_level = level;
    return log;
}
__device__ inline gpurma_log &operator<<(gpurma_log &log, const gpurma_log_flush) {
    if (gpurma::detail::is_leader()) gpurma::detail::send_log_entry(*log.gst, true);
    return log;
}

/// Ends the job, naming rank, file, line and expression, unless `expr` holds. Any thread; does not synchronise.
#define GPURMA_ASSERT(gst, expr)                                                          \
    do {                                                                                  \
        if (!(expr)) gpurma::detail::fail_assertion((gst), #expr, __FILE__, __LINE__);    \
    } while (false)
