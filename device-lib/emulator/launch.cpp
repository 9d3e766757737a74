#include "launch.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "signals.h"

namespace gpurma_emulator {

[[noreturn]] void park() {
    for (;;) pause();
}

launch::launch(const program &loaded, uint32_t blocks, uint32_t threads, void *context)
    : program_(loaded), blocks_(blocks), threads_(threads), running_(blocks), returned_(blocks) {
    install_fault_handlers();
    os_threads_.reserve(blocks);
    for (uint32_t i = 0; i < blocks; i++) {
        os_threads_.emplace_back([this, i, context] { run_block(i, context); });
    }
}

launch::~launch() {
    for (std::thread &thread : os_threads_) thread.join();
}

void launch::run_block(uint32_t index, void *context) {
    const fault_stack signal_stack;
    char name[16];
    std::snprintf(name, sizeof name, "rank-%u", index);
    pthread_setname_np(pthread_self(), name);
    program_.make_shared_memory();
    block(*this, index, blocks_, threads_).run(program_.kernel(), context);
    // Release: who sees the block returned, or the kernel ended, sees what it wrote.
    returned_[index].store(true, std::memory_order_release);
    running_.fetch_sub(1, std::memory_order_release);
}

int launch::state() const {
    if (faulted_.load(std::memory_order_acquire)) return gpurma_emulator_faulted;
    if (running_.load(std::memory_order_acquire) > 0) return gpurma_emulator_running;
    order_after(this);
    return gpurma_emulator_ended;
}

void launch::record_fault(const block &where, int signal, uint64_t address, const char *message) {
    if (fault_claimed_.exchange(true, std::memory_order_relaxed)) return;
    fault_.block = where.index();
    fault_.thread = where.current_thread();
    fault_.signal = signal;
    fault_.address = address;
    std::strncpy(fault_.message, message, sizeof fault_.message - 1);
    faulted_.store(true, std::memory_order_release);
}

[[noreturn]] void launch::trap(const block &where, const char *message) {
    record_fault(where, 0, 0, message);
    park();
}

}  // namespace gpurma_emulator
