// What the address and thread sanitizers must be told about fibers. Empty in an ordinary build.
//
// For the thread sanitizer a CUDA thread is a thread of its own: that all fibers of a block share an OS thread orders
// nothing. Only what CUDA promises does: __syncthreads, __syncwarp, atomics with their fences. So a program, or the
// library, that forgets one is reported here as it would fail on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpurma_emulator {

/// A stack and the flow of control on it, as the sanitizers know it.
class sanitized_flow {
   public:
    /// The calling OS thread's own flow.
    void adopt_os_thread();
    /// A new fiber's flow on a stack of its own, begun by the OS thread it will run on.
    void begin(const sanitized_flow &os_thread, const void *stack_bottom, std::size_t stack_bytes);
    /// After the flow has run for the last time.
    void end();

    /// Around every switch: `leave` before it, `arrive` on the other side.
    void leave(const sanitized_flow &to, bool for_good);
    void arrive(sanitized_flow *os_thread);

    /// Relaxed atomics and fences as the memory model has them: a relaxed store makes visible what its thread did before
    /// its last release fence, and what a relaxed load saw is ordered at the next acquire fence.
    uint32_t load_relaxed(uint32_t *word);
    void store_relaxed(uint32_t *word, uint32_t value);
    /// Around a relaxed read-modify-write, which does both.
    void before_update(void *address);
    void after_update(void *address);
    void acquire_fence();
    void release_fence();

   private:
    [[maybe_unused]] const void *stack_bottom_ = nullptr;
    [[maybe_unused]] std::size_t stack_bytes_ = 0;
    [[maybe_unused]] void *fake_stack_ = nullptr;
    [[maybe_unused]] void *thread_ = nullptr;
    [[maybe_unused]] void *nursery_ = nullptr;
    [[maybe_unused]] void *loads_ = nullptr;   // has seen what all relaxed loads saw
    [[maybe_unused]] void *stores_ = nullptr;  // knows what the thread did up to its last release fence
};

/// A barrier that orders memory: `arrive` before it, `leave` with its result behind it. Several may be under way at a
/// time, each named by a key that is not 0.
class sanitized_barriers {
   public:
    uint32_t arrive(uint32_t key);
    void leave(uint32_t key, uint32_t round);
    /// All have arrived.
    void complete(uint32_t key);

   private:
    struct barrier {
        uint32_t key = 0;
        uint32_t round = 0;
        // Two, so that who arrives at the next round is not ordered before who still leaves this one.
        char rounds[2] = {};
    };
    barrier &find(uint32_t key);

    // No container that allocates: an allocation by one fiber that another one frees is a race to the sanitizer.
    [[maybe_unused]] barrier barriers_[32];
};

/// What comes before `order_before` of a token is ordered before what comes after a later `order_after`.
void order_before(const void *token);
void order_after(const void *token);

/// Whether a vote or a shuffle orders memory.
bool votes_order();

}  // namespace gpurma_emulator
