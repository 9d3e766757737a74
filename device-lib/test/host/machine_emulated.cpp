// GPUs by the emulator.
#include <sys/mman.h>

#include <cstring>
#include <stdexcept>
#include <vector>

#include "emulator.h"
#include "machine.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace test_host {

namespace {

std::string describe(const gpurma_emulator_fault_t &fault) {
    return std::string(fault.message) + ", block " + std::to_string(fault.block) + ", thread " +
           std::to_string(fault.thread);
}

class emulated_machine : public machine {
   public:
    emulated_machine(int gpus, const std::string &program, const std::string &entry) : launches_(gpus) {
        char error[512] = "";
        program_ = gpurma_emulator_load(program.c_str(), entry.c_str(), error, sizeof error);
        if (program_ == nullptr) throw std::runtime_error(error);
    }

    std::uint64_t allocate_on_device(int, std::size_t bytes) override {
        return reinterpret_cast<std::uint64_t>(allocate_on_host(bytes));
    }

    char *allocate_on_host(std::size_t bytes) override {
        void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) throw std::runtime_error("cannot map " + std::to_string(bytes) + " bytes");
        return static_cast<char *>(memory);
    }

    void copy_in(std::uint64_t to, const void *from, std::size_t bytes) override {
        std::memcpy(reinterpret_cast<void *>(to), from, bytes);
    }
    void copy_out(void *to, std::uint64_t from, std::size_t bytes) override {
        std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
    }

    void forbid([[maybe_unused]] std::uint64_t address, [[maybe_unused]] std::size_t bytes) override {
#if defined(__SANITIZE_ADDRESS__)
        __asan_poison_memory_region(reinterpret_cast<void *>(address), bytes);
#endif
    }
    void allow([[maybe_unused]] std::uint64_t address, [[maybe_unused]] std::size_t bytes) override {
#if defined(__SANITIZE_ADDRESS__)
        __asan_unpoison_memory_region(reinterpret_cast<void *>(address), bytes);
#endif
    }

    void launch(int gpu, std::uint32_t blocks, std::uint32_t threads, std::uint64_t context) override {
        char error[512] = "";
        launches_[gpu] = gpurma_emulator_launch(program_, blocks, threads, context, error, sizeof error);
        if (launches_[gpu] == nullptr) throw std::runtime_error(error);
    }

    run_state state(int gpu) override {
        switch (gpurma_emulator_poll(launches_[gpu])) {
            case gpurma_emulator_running:
                return run_state::running;
            case gpurma_emulator_ended:
                return run_state::ended;
            default:
                return run_state::faulted;
        }
    }

    std::string fault(int gpu) override {
        gpurma_emulator_fault_t fault{};
        gpurma_emulator_fault(launches_[gpu], &fault);
        return describe(fault);
    }

   private:
    void *program_;
    std::vector<void *> launches_;
};

}  // namespace

std::unique_ptr<machine> make_machine(int gpus, const std::string &program, const std::string &entry) {
    return std::make_unique<emulated_machine>(gpus, program, entry);
}

}  // namespace test_host
