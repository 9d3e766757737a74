#include "block.h"

#include <cstdio>
#include <utility>

#include "launch.h"

namespace gpurma_emulator {

namespace {

constexpr uint32_t warp_size = 32;
// The kernels' frames are small; a guard page below turns an overflow into a fault instead of a corruption.
constexpr std::size_t stack_bytes = 128 * 1024;

thread_local block *running_block = nullptr;

}  // namespace

block *block::current() { return running_block; }

block::block(launch &owner, uint32_t index, uint32_t blocks, uint32_t threads)
    : owner_(owner), index_(index), threads_(threads), live_(threads) {
    for (uint32_t i = 0; i < threads; i++) {
        threads_[i].place = {{i, 0, 0}, {index, 0, 0}, {threads, 1, 1}, {blocks, 1, 1}};
        runnable_.push_back(i);
    }
}

void block::start_threads(kernel_function kernel, void *context) {
    boost::context::protected_fixedsize_stack stacks(stack_bytes);
    for (cuda_thread &thread : threads_) {
        thread.fiber = boost::context::fiber(std::allocator_arg, stacks,
                                             [this, kernel, context](boost::context::fiber &&scheduler) {
                                                 scheduler_ = std::move(scheduler);
                                                 kernel(context);
                                                 end_current();
                                                 return std::move(scheduler_);
                                             });
    }
}

void block::run(kernel_function kernel, void *context) {
    running_block = this;
    start_threads(kernel, context);
    while (live_ > 0) {
        if (runnable_.empty()) {
            report_deadlock();
            break;
        }
        current_ = runnable_.front();
        runnable_.pop_front();
        cuda_thread &thread = threads_[current_];
        thread.fiber = std::move(thread.fiber).resume();
        if (!thread.live && thread.fiber) {
            // Exited in the middle: destroying the fiber would unwind the program's frames, which a GPU does not do.
            new boost::context::fiber(std::move(thread.fiber));
        }
    }
    running_block = nullptr;
}

void block::suspend() { scheduler_ = std::move(scheduler_).resume(); }

void block::yield() {
    runnable_.push_back(current_);
    suspend();
}

void block::end_current() {
    threads_[current_].live = false;
    live_--;
    release_barrier_if_complete();
    complete_warp_operations(current_ / warp_size);
}

void block::exit_thread() {
    end_current();
    suspend();
    __builtin_unreachable();
}

int block::wait_at_barrier(int predicate) {
    at_barrier_.push_back(current_);
    barrier_votes_ += predicate;
    release_barrier_if_complete();
    suspend();
    return barrier_result_;
}

void block::release_barrier_if_complete() {
    if (at_barrier_.empty() || at_barrier_.size() < live_) return;
    barrier_result_ = barrier_votes_;
    barrier_votes_ = 0;
    runnable_.insert(runnable_.end(), at_barrier_.begin(), at_barrier_.end());
    at_barrier_.clear();
}

uint32_t block::live_lanes() const {
    const uint32_t first = current_ / warp_size * warp_size;
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < warp_size && first + lane < threads_.size(); lane++) {
        if (threads_[first + lane].live) lanes |= 1u << lane;
    }
    return lanes;
}

uint32_t block::exchange_in_warp(uint32_t mask, uint64_t value, uint64_t *all_lanes) {
    cuda_thread &thread = threads_[current_];
    if ((mask >> (current_ % warp_size) & 1) == 0) {
        owner_.trap(*this, "a warp operation whose mask leaves out the calling lane");
    }
    thread.warp_mask = mask;
    thread.warp_value = value;
    thread.warp_result = all_lanes;
    complete_warp_operations(current_ / warp_size);
    suspend();
    return thread.warp_present;
}

/// A thread's arrival or end may complete any operation of its warp.
void block::complete_warp_operations(uint32_t warp) {
    for (uint32_t lane = 0; lane < warp_size && warp * warp_size + lane < threads_.size(); lane++) {
        const uint32_t mask = threads_[warp * warp_size + lane].warp_mask;
        if (mask != 0 && is_complete(warp, mask)) complete_warp_operation(warp, mask);
    }
}

bool block::is_complete(uint32_t warp, uint32_t mask) const {
    for (uint32_t lane = 0; lane < warp_size && warp * warp_size + lane < threads_.size(); lane++) {
        const cuda_thread &thread = threads_[warp * warp_size + lane];
        if ((mask >> lane & 1) != 0 && thread.live && thread.warp_mask != mask) return false;
    }
    return true;
}

void block::complete_warp_operation(uint32_t warp, uint32_t mask) {
    uint64_t values[warp_size] = {};
    uint32_t present = 0;
    for (uint32_t lane = 0; lane < warp_size && warp * warp_size + lane < threads_.size(); lane++) {
        const cuda_thread &thread = threads_[warp * warp_size + lane];
        if (thread.warp_mask != mask) continue;
        values[lane] = thread.warp_value;
        present |= 1u << lane;
    }
    for (uint32_t lane = 0; lane < warp_size; lane++) {
        if ((present >> lane & 1) == 0) continue;
        cuda_thread &thread = threads_[warp * warp_size + lane];
        for (uint32_t i = 0; i < warp_size; i++) thread.warp_result[i] = values[i];
        thread.warp_present = present;
        thread.warp_mask = 0;
        runnable_.push_back(warp * warp_size + lane);
    }
}

void block::report_deadlock() {
    uint32_t in_warp = 0;
    for (const cuda_thread &thread : threads_) in_warp += thread.warp_mask != 0 ? 1 : 0;
    char message[96];
    std::snprintf(message, sizeof message,
                  "threads of the rank wait for each other: %zu at a block barrier, %u at a warp operation",
                  at_barrier_.size(), in_warp);
    owner_.trap(*this, message);
}

}  // namespace gpurma_emulator
