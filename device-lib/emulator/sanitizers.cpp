#include "sanitizers.h"

#include <cstdlib>
#include <initializer_list>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif
// The engine itself is not instrumented: its fibers share it as no CUDA threads could.
#if defined(GPURMA_SANITIZE_THREAD)
#include <sanitizer/tsan_interface.h>

// What a compiler makes of atomic accesses under -fsanitize=thread; no header declares them here.
extern "C" {
int __tsan_atomic32_load(const volatile int *word, int order);
void __tsan_atomic32_store(volatile int *word, int value, int order);
}
#endif

namespace gpurma_emulator {

#if defined(GPURMA_SANITIZE_THREAD)

namespace {

/// Does `work` as another flow: with what that one knows, and for it to know.
template <typename Work>
void as(void *other, Work work) {
    void *self = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(other, __tsan_switch_to_fiber_no_sync);
    work();
    __tsan_switch_to_fiber(self, __tsan_switch_to_fiber_no_sync);
}

/// Made by the OS thread: a new fiber knows what its maker knows, and the CUDA thread knows too much.
void *helper(void *&fiber, void *nursery) {
    if (fiber == nullptr) as(nursery, [&] { fiber = __tsan_create_fiber(0); });
    return fiber;
}

}  // namespace

void order_before(const void *token) { __tsan_release(const_cast<void *>(token)); }
void order_after(const void *token) { __tsan_acquire(const_cast<void *>(token)); }

sanitized_barriers::barrier &sanitized_barriers::find(uint32_t key) {
    for (barrier &here : barriers_) {
        if (here.key == 0) here.key = key;
        if (here.key == key) return here;
    }
    // More masks than a warp has halves of halves: share, which at worst hides a race.
    return barriers_[0];
}

uint32_t sanitized_barriers::arrive(uint32_t key) {
    barrier &here = find(key);
    order_before(&here.rounds[here.round % 2]);
    return here.round;
}
void sanitized_barriers::leave(uint32_t key, uint32_t round) { order_after(&find(key).rounds[round % 2]); }
void sanitized_barriers::complete(uint32_t key) { find(key).round++; }

bool votes_order() {
    static const bool strict = std::getenv("GPURMA_EMULATOR_STRICT_VOTES") != nullptr;
    return !strict;
}

uint32_t sanitized_flow::load_relaxed(uint32_t *word) {
    int value = 0;
    as(helper(loads_, nursery_), [&] { value = __tsan_atomic32_load(reinterpret_cast<int *>(word), __ATOMIC_ACQUIRE); });
    return static_cast<uint32_t>(value);
}

void sanitized_flow::store_relaxed(uint32_t *word, uint32_t value) {
    as(helper(stores_, nursery_), [&] {
        __tsan_atomic32_store(reinterpret_cast<int *>(word), static_cast<int>(value), __ATOMIC_RELEASE);
    });
}

void sanitized_flow::before_update(void *address) {
    as(helper(stores_, nursery_), [&] { order_before(address); });
}
void sanitized_flow::after_update(void *address) {
    as(helper(loads_, nursery_), [&] { order_after(address); });
}

void sanitized_flow::acquire_fence() {
    if (loads_ == nullptr) return;
    as(loads_, [&] { order_before(&loads_); });
    order_after(&loads_);
}

void sanitized_flow::release_fence() {
    order_before(&stores_);
    as(helper(stores_, nursery_), [&] { order_after(&stores_); });
}

#else

void order_before(const void *) {}
void order_after(const void *) {}

bool votes_order() { return false; }

uint32_t sanitized_barriers::arrive(uint32_t) { return 0; }
void sanitized_barriers::leave(uint32_t, uint32_t) {}
void sanitized_barriers::complete(uint32_t) {}

uint32_t sanitized_flow::load_relaxed(uint32_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
void sanitized_flow::store_relaxed(uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }
void sanitized_flow::before_update(void *) {}
void sanitized_flow::after_update(void *) {}
void sanitized_flow::acquire_fence() { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
void sanitized_flow::release_fence() { __atomic_thread_fence(__ATOMIC_RELEASE); }

#endif

void sanitized_flow::adopt_os_thread() {
#if defined(GPURMA_SANITIZE_THREAD)
    thread_ = __tsan_get_current_fiber();
#endif
}

void sanitized_flow::begin([[maybe_unused]] const sanitized_flow &os_thread, const void *stack_bottom,
                           std::size_t stack_bytes) {
    stack_bottom_ = stack_bottom;
    stack_bytes_ = stack_bytes;
#if defined(__SANITIZE_ADDRESS__)
    // The pages may have been another stack before, whose frames never returned.
    __asan_unpoison_memory_region(stack_bottom, stack_bytes);
#endif
#if defined(GPURMA_SANITIZE_THREAD)
    nursery_ = os_thread.thread_;
    thread_ = __tsan_create_fiber(0);
#endif
}

void sanitized_flow::end() {
#if defined(GPURMA_SANITIZE_THREAD)
    for (void **fiber : {&thread_, &loads_, &stores_}) {
        if (*fiber != nullptr) __tsan_destroy_fiber(*fiber);
        *fiber = nullptr;
    }
#endif
}

void sanitized_flow::leave([[maybe_unused]] const sanitized_flow &to, [[maybe_unused]] bool for_good) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(for_good ? nullptr : &fake_stack_, to.stack_bottom_, to.stack_bytes_);
#endif
#if defined(GPURMA_SANITIZE_THREAD)
    __tsan_switch_to_fiber(to.thread_, __tsan_switch_to_fiber_no_sync);
#endif
}

void sanitized_flow::arrive([[maybe_unused]] sanitized_flow *os_thread) {
#if defined(__SANITIZE_ADDRESS__)
    const void *bottom = nullptr;
    std::size_t bytes = 0;
    __sanitizer_finish_switch_fiber(fake_stack_, &bottom, &bytes);
    // The bounds of an OS thread's stack are known to the sanitizer alone.
    if (os_thread != nullptr) {
        os_thread->stack_bottom_ = bottom;
        os_thread->stack_bytes_ = bytes;
    }
#endif
}

}  // namespace gpurma_emulator
