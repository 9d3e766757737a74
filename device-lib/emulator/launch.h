// A running kernel: one OS thread a block, and the first fault of any of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "block.h"
#include "emulator.h"
#include "program.h"

namespace gpurma_emulator {

class launch {
   public:
    launch(const program &loaded, uint32_t blocks, uint32_t threads, void *context);
    ~launch();

    int state() const;
    bool has_returned(uint32_t block) const { return returned_[block].load(std::memory_order_acquire); }
    const gpurma_emulator_fault_t &fault() const { return fault_; }

    /// Records the first fault. Safe in a signal handler.
    void record_fault(const block &where, int signal, uint64_t address, const char *message);

    /// Records a fault without a signal and stops the calling block for good.
    [[noreturn]] void trap(const block &where, const char *message);

   private:
    void run_block(uint32_t index, void *context);

    const program &program_;
    const uint32_t blocks_;
    const uint32_t threads_;
    std::atomic<uint32_t> running_;
    std::vector<std::atomic<bool>> returned_;  ///< by block
    std::atomic<bool> fault_claimed_{false};
    std::atomic<bool> faulted_{false};
    gpurma_emulator_fault_t fault_{};
    std::vector<std::thread> os_threads_;
};

/// Stops the calling OS thread for good; the process's end takes it down.
[[noreturn]] void park();

}  // namespace gpurma_emulator
