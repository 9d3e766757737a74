#include "block.h"

#include <bit>
#include <cstdio>
#include <cstring>
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
      warps_((threads + warp_size - 1) / warp_size) {
    for (uint32_t i = 0; i < threads; i++) {
        threads_[i].place = {{i, 0, 0}, {index, 0, 0}, {threads, 1, 1}, {blocks, 1, 1}};
        runnable_.push(i);
        warps_[i / warp_size].live |= 1u << i % warp_size;
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
    order_after(&owner_);
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
    warp &mine = warps_[current_ / warp_size];
    mine.live &= ~(1u << current_ % warp_size);
    for (warp_operation &operation : mine.operations) {
        if (operation.mask != 0) complete_if_all_present(mine, operation);
    }
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

uint32_t block::live_lanes() const { return warps_[current_ / warp_size].live; }

void block::join_warp(uint32_t mask) {
    uint64_t lanes[warp_size];
    meet_in_warp(mask, 0, lanes, true);
}

uint32_t block::exchange_in_warp(uint32_t mask, uint64_t value, uint64_t *all_lanes) {
    return meet_in_warp(mask, value, all_lanes, votes_order());
}

block::warp_operation &block::find_operation(warp &where, uint32_t mask) {
    warp_operation *unused = nullptr;
    for (warp_operation &operation : where.operations) {
        if (operation.mask == mask) return operation;
        if (operation.mask == 0 && unused == nullptr) unused = &operation;
    }
    // A lane waits in one operation at a time, so there are never more than lanes.
    unused->mask = mask;
    return *unused;
}

uint32_t block::meet_in_warp(uint32_t mask, uint64_t value, uint64_t *all_lanes, bool orders) {
    cuda_thread &thread = threads_[current_];
    warp &mine = warps_[current_ / warp_size];
    const uint32_t lane = 1u << current_ % warp_size;
    if ((mask & lane) == 0) owner_.trap(*this, "a warp operation whose mask leaves out the calling lane");
    thread.warp_value = value;
    thread.warp_result = all_lanes;
    const uint32_t round = orders ? mine.order.arrive(mask) : 0;
    warp_operation &operation = find_operation(mine, mask);
    operation.present |= lane;
    complete_if_all_present(mine, operation);
    suspend();
    if (orders) mine.order.leave(mask, round);
    return thread.warp_present;
}

/// A lane's arrival or end may complete an operation.
void block::complete_if_all_present(warp &where, warp_operation &operation) {
    if ((operation.mask & where.live & ~operation.present) != 0) return;
    const uint32_t first = static_cast<uint32_t>(&where - warps_.data()) * warp_size;
    uint64_t values[warp_size] = {};
    for (uint32_t rest = operation.present; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        values[lane] = threads_[first + lane].warp_value;
    }
    for (uint32_t rest = operation.present; rest != 0; rest &= rest - 1) {
        const uint32_t index = first + static_cast<uint32_t>(std::countr_zero(rest));
        std::memcpy(threads_[index].warp_result, values, sizeof values);
        threads_[index].warp_present = operation.present;
        runnable_.push(index);
    }
    where.order.complete(operation.mask);
    operation = {};
}

void block::report_deadlock() {
    uint32_t in_warp = 0;
    for (const warp &each : warps_) {
        for (const warp_operation &operation : each.operations) in_warp += static_cast<uint32_t>(std::popcount(operation.present));
    }
    char message[96];
    std::snprintf(message, sizeof message,
                  "threads of the rank wait for each other: %zu at a block barrier, %u at a warp operation",
                  at_barrier_.size(), in_warp);
    owner_.trap(*this, message);
}

}  // namespace gpurma_emulator
