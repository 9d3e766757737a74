// One block: an OS thread on which the block's CUDA threads take turns as fibers.
#pragma once

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <cstdint>
#include <vector>

#include "gpurma/emulator/engine.h"
#include "sanitizers.h"

namespace gpurma_emulator {

using kernel_function = void (*)(void *context);

class launch;

/// Threads that can run, first come first served; never allocates once made.
class run_queue {
   public:
    explicit run_queue(uint32_t threads) : ring_(threads) {}

    bool empty() const { return waiting_ == 0; }
    void push(uint32_t thread) {
        const std::size_t end = first_ + waiting_;
        ring_[end < ring_.size() ? end : end - ring_.size()] = thread;
        waiting_++;
    }
    uint32_t pop() {
        const uint32_t thread = ring_[first_];
        first_ = first_ + 1 < ring_.size() ? first_ + 1 : 0;
        waiting_--;
        return thread;
    }

   private:
    std::vector<uint32_t> ring_;
    std::size_t first_ = 0;
    std::size_t waiting_ = 0;
};

/// Scope: the OS thread that runs it. Only one fiber runs at a time, so nothing in here is locked.
class block {
   public:
    block(launch &owner, uint32_t index, uint32_t blocks, uint32_t threads);

    /// Runs the kernel on every thread of the block; returns when all have ended.
    void run(kernel_function kernel, void *context);

    int wait_at_barrier(int predicate);
    uint32_t exchange_in_warp(uint32_t mask, uint64_t value, uint64_t *all_lanes);
    void join_warp(uint32_t mask);
    uint32_t live_lanes() const;
    void yield();
    bool others_can_run() const { return !runnable_.empty(); }
    [[noreturn]] void exit_thread();

    launch &owner() { return owner_; }
    const gpurma_emulator_place &here() const { return threads_[current_].place; }
    uint32_t index() const { return index_; }
    uint32_t current_thread() const { return current_; }
    sanitized_flow &flow() { return threads_[current_].flow; }

    /// The block that runs on the calling OS thread; null elsewhere.
    static block *current();

   private:
    struct cuda_thread {
        boost::context::fiber fiber;
        sanitized_flow flow;
        gpurma_emulator_place place;
        bool live = true;
        // Of the last warp operation.
        uint32_t warp_present = 0;
        uint64_t warp_value = 0;
        uint64_t *warp_result = nullptr;
    };

    /// An operation for which the lanes of a mask meet; free where the mask is 0.
    struct warp_operation {
        uint32_t mask = 0;
        uint32_t present = 0;
    };
    struct warp {
        uint32_t live = 0;
        warp_operation operations[32];
        sanitized_barriers order;  // by mask
    };

    void start_threads(kernel_function kernel, void *context);
    void resume(cuda_thread &thread);
    void suspend(bool for_good = false);
    void end_current();
    void release_barrier_if_complete();
    uint32_t meet_in_warp(uint32_t mask, uint64_t value, uint64_t *all_lanes, bool orders);
    static warp_operation &find_operation(warp &where, uint32_t mask);
    void complete_if_all_present(warp &where, warp_operation &operation);
    void report_deadlock();

    launch &owner_;
    const uint32_t index_;
    std::vector<cuda_thread> threads_;
    run_queue runnable_;
    boost::context::fiber scheduler_;
    sanitized_flow os_thread_;
    uint32_t current_ = 0;
    uint32_t live_;

    std::vector<uint32_t> at_barrier_;
    int barrier_votes_ = 0;
    int barrier_result_ = 0;
    sanitized_barriers barrier_order_;
    std::vector<warp> warps_;
};

}  // namespace gpurma_emulator
