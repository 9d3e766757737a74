// A program compiled for the emulator, loaded into this process.
#pragma once

#include <cstddef>
#include <string>

#include "block.h"

namespace gpurma_emulator {

/// Itanium C++ ABI name of `void entry(gpurma_context *)`; `entry` may be qualified ("space::name").
std::string mangled_kernel_name(const std::string &entry);

class program {
   public:
    /// Throws std::runtime_error with the loader's own words.
    program(const std::string &path, const std::string &entry);

    kernel_function kernel() const { return kernel_; }

    /// Makes the calling OS thread's copy of the program's __shared__ variables, which are thread_local: otherwise the
    /// first CUDA thread to touch one makes it for all others, and to a sanitizer that is a race.
    void make_shared_memory() const;

   private:
    kernel_function kernel_;
    std::size_t shared_memory_module_ = 0;
};

}  // namespace gpurma_emulator
