// Faults of emulated kernels: what a GPU reports as an illegal address arrives here as a signal.
#pragma once

#include <memory>

namespace gpurma_emulator {

/// Catches SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT raised by blocks and hands all others to whoever handled them
/// before (a JVM lives on SIGSEGV). Idempotent.
void install_fault_handlers();

/// An alternate signal stack for the calling OS thread: a fiber that overflowed its own has none left.
class fault_stack {
   public:
    fault_stack();
    ~fault_stack();

   private:
    std::unique_ptr<char[]> memory_;
};

}  // namespace gpurma_emulator
