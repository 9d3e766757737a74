#include "block.h"

#include <cstdio>
#include <utility>

#include "launch.h"

namespace gpurma_emulator {

namespace {

constexpr uint32_t warp_size = 32;
// The kernels' frames are small; a guard page below turns an overflow into a fault instead of a corruption.
constexpr std::size_t stack_bytes = 128 * 1024;

constexpr uint32_t block_barrier = 1;

thread_local block *running_block = nullptr;

/// Stacks with a guard page that tells a thread's flow where its own lies.
class sanitized_stacks {
   public:
    sanitized_stacks(const sanitized_flow &os_thread, sanitized_flow &flow) : os_thread_(os_thread), flow_(flow) {}

    boost::context::stack_context allocate() {
        const boost::context::stack_context stack = stacks_.allocate();
        flow_.begin(os_thread_, static_cast<char *>(stack.sp) - stack.size, stack.size);
        return stack;
    }
    void deallocate(boost::context::stack_context &stack) noexcept { stacks_.deallocate(stack); }

   private:
    boost::context::protected_fixedsize_stack stacks_{stack_bytes};
    const sanitized_flow &os_thread_;
    sanitized_flow &flow_;
};

}  // namespace

block *block::current() { return running_block; }

block::block(launch &owner, uint32_t index, uint32_t blocks, uint32_t threads)
    : owner_(owner),
      index_(index),
      threads_(threads),
      runnable_(threads),
      live_(threads),
      warp_order_((threads + warp_size - 1) / warp_size) {
    for (uint32_t i = 0; i < threads; i++) {
        threads_[i].place = {{i, 0, 0}, {index, 0, 0}, {threads, 1, 1}, {blocks, 1, 1}};
        runnable_.push(i);
    }
    at_barrier_.reserve(threads);
}

void block::start_threads(kernel_function kernel, void *context) {
    for (cuda_thread &thread : threads_) {
        thread.fiber = boost::context::fiber(std::allocator_arg, sanitized_stacks(os_thread_, thread.flow),
                                             [this, kernel, context](boost::context::fiber &&scheduler) {
                                                 scheduler_ = std::move(scheduler);
                                                 flow().arrive(&os_thread_);
                                                 kernel(context);
                                                 end_current();
                                                 flow().leave(os_thread_, true);
                                                 return std::move(scheduler_);
                                             });
    }
}

void block::run(kernel_function kernel, void *context) {
    running_block = this;
    os_thread_.adopt_os_thread();
    start_threads(kernel, context);
    while (live_ > 0) {
        if (runnable_.empty()) {
            report_deadlock();
            break;
        }
        current_ = runnable_.pop();
        resume(threads_[current_]);
    }
    running_block = nullptr;
}

void block::resume(cuda_thread &thread) {
    os_thread_.leave(thread.flow, false);
    thread.fiber = std::move(thread.fiber).resume();
    os_thread_.arrive(nullptr);
    if (thread.live) return;
    thread.flow.end();
    // Exited in the middle: destroying the fiber would unwind the program's frames, which a GPU does not do.
    if (thread.fiber) new boost::context::fiber(std::move(thread.fiber));
}

void block::suspend(bool for_good) {
    sanitized_flow &mine = flow();
    mine.leave(os_thread_, for_good);
    scheduler_ = std::move(scheduler_).resume();
    mine.arrive(&os_thread_);
}

void block::yield() {
    runnable_.push(current_);
    suspend();
}

void block::end_current() {
    threads_[current_].live = false;
    live_--;
    order_before(&owner_);
    release_barrier_if_complete();
    complete_warp_operations(current_ / warp_size);
}

void block::exit_thread() {
    end_current();
    suspend(true);
    __builtin_unreachable();
}

int block::wait_at_barrier(int predicate) {
    const uint32_t round = barrier_order_.arrive(block_barrier);
    at_barrier_.push_back(current_);
    barrier_votes_ += predicate;
    release_barrier_if_complete();
    suspend();
    barrier_order_.leave(block_barrier, round);
    return barrier_result_;
}

void block::release_barrier_if_complete() {
    if (at_barrier_.empty() || at_barrier_.size() < live_) return;
    barrier_result_ = barrier_votes_;
    barrier_votes_ = 0;
    barrier_order_.complete(block_barrier);
    for (const uint32_t thread : at_barrier_) runnable_.push(thread);
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

void block::join_warp(uint32_t mask) {
    sanitized_barriers &order = warp_order_[current_ / warp_size];
    const uint32_t round = order.arrive(mask);
    uint64_t lanes[warp_size];
    exchange_in_warp(mask, 0, lanes);
    order.leave(mask, round);
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
    warp_order_[warp].complete(mask);
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
        runnable_.push(warp * warp_size + lane);
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
