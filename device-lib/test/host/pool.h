// gpurma_mem_alloc for tests: what is not allocated, and what was freed, is forbidden to the ranks.
#pragma once

#include <cstdint>
#include <map>

#include "machine.h"

namespace test_host {

class pool {
   public:
    pool(machine &gpu, std::uint64_t base, std::uint64_t bytes);

    /// Address of so many bytes, aligned to 256 B, with a gap behind them; 0 where there is no room.
    std::uint64_t allocate(std::uint64_t bytes);
    /// False where nothing was allocated at the address.
    bool release(std::uint64_t address);
    bool contains(std::uint64_t address, std::uint64_t bytes) const;

   private:
    machine &gpu_;
    const std::uint64_t base_;
    const std::uint64_t end_;
    std::map<std::uint64_t, std::uint64_t> used_;  // bytes by address
};

}  // namespace test_host
