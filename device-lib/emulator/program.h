// A program compiled for the emulator, loaded into this process.
#pragma once

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

   private:
    kernel_function kernel_;
};

}  // namespace gpurma_emulator
