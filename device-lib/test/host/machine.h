// The GPUs that the test host drives. One implementation is linked in: machine_emulated.cpp or machine_cuda.cu.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace test_host {

enum class run_state { running, ended, faulted };

/// Memory is zeroed and lives until the process ends; a kernel that was stopped in the middle may still use it.
class machine {
   public:
    virtual ~machine() = default;

    /// Device memory of one GPU, aligned to 256 B; the other GPUs reach it at the same address.
    virtual std::uint64_t allocate_on_device(int gpu, std::size_t bytes) = 0;
    /// Host memory that every GPU reaches at the same address.
    virtual char *allocate_on_host(std::size_t bytes) = 0;

    /// Between device memory and host memory, while kernels run.
    virtual void copy_in(std::uint64_t to, const void *from, std::size_t bytes) = 0;
    virtual void copy_out(void *to, std::uint64_t from, std::size_t bytes) = 0;

    /// What no rank may touch, for the sanitizer to report. Does nothing where there is none.
    virtual void forbid(std::uint64_t address, std::size_t bytes) = 0;
    virtual void allow(std::uint64_t address, std::size_t bytes) = 0;

    /// Starts the program's kernel, all blocks at once, and returns.
    virtual void launch(int gpu, std::uint32_t blocks, std::uint32_t threads, std::uint64_t context) = 0;
    virtual run_state state(int gpu) = 0;
    /// What stopped a launch that faulted.
    virtual std::string fault(int gpu) = 0;
};

/// `entry` is the kernel's name. Throws std::runtime_error where the program cannot be loaded.
std::unique_ptr<machine> make_machine(int gpus, const std::string &program, const std::string &entry);

}  // namespace test_host
