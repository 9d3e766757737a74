// GPUs by the emulator.
#include <sys/mman.h>

#include <cstring>
#include <filesystem>
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

/// A copy of the program a GPU: each has its own __device__ variables.
std::string copy_for(int gpu, const std::string &program) {
    if (gpu == 0) return std::filesystem::absolute(program);
    const std::filesystem::path copy = std::filesystem::absolute(program + ".gpu" + std::to_string(gpu));
    std::filesystem::copy_file(program, copy, std::filesystem::copy_options::overwrite_existing);
    return copy;
}

void *load(const std::string &program, const std::string &entry) {
    char error[512] = "";
    void *loaded = gpurma_emulator_load(program.c_str(), entry.c_str(), error, sizeof error);
    if (loaded == nullptr) throw std::runtime_error(error);
    return loaded;
}

class emulated_machine : public machine {
   public:
    emulated_machine(int gpus, const std::string &program, const std::string &entry) {
        for (int gpu = 0; gpu < gpus; gpu++) gpus_.push_back({load(copy_for(gpu, program), entry), nullptr});
    }

    ~emulated_machine() override {
        for (const emulated_gpu &each : gpus_) {
            if (each.launch != nullptr) gpurma_emulator_free_launch(each.launch);
        }
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
        if (bytes > 0) std::memcpy(reinterpret_cast<void *>(to), from, bytes);
    }
    void copy_out(void *to, std::uint64_t from, std::size_t bytes) override {
        if (bytes > 0) std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
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
        void *launch = gpurma_emulator_launch(gpus_[gpu].program, blocks, threads, context, error, sizeof error);
        if (launch == nullptr) throw std::runtime_error(error);
        gpus_[gpu].launch = launch;
    }

    run_state state(int gpu) override {
        switch (gpurma_emulator_poll(gpus_[gpu].launch)) {
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
        gpurma_emulator_fault(gpus_[gpu].launch, &fault);
        return describe(fault);
    }

   private:
    struct emulated_gpu {
        void *program;
        void *launch;
    };
    std::vector<emulated_gpu> gpus_;
};

}  // namespace

std::unique_ptr<machine> make_machine(int gpus, const std::string &program, const std::string &entry) {
    return std::make_unique<emulated_machine>(gpus, program, entry);
}

}  // namespace test_host
