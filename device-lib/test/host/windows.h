// Every window's part of every rank of one GPU.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "gpurma/detail/records.h"

namespace test_host {

struct window_extent {
    std::uint64_t base;
    std::uint64_t bytes;
};

class window_table {
   public:
    void add(std::uint32_t window, std::uint32_t device_rank, window_extent extent) {
        parts_[{window, device_rank}] = extent;
    }
    bool remove(std::uint32_t window, std::uint32_t device_rank) { return parts_.erase({window, device_rank}) == 1; }
    /// Null where the rank has no such window.
    const window_extent *find(std::uint32_t window, std::uint32_t device_rank) const {
        const auto found = parts_.find({window, device_rank});
        return found == parts_.end() ? nullptr : &found->second;
    }

   private:
    std::map<std::pair<std::uint32_t, std::uint32_t>, window_extent> parts_;
};

inline std::string describe_window(std::uint32_t window) {
    return "window " + std::to_string(window & gpurma::detail::window_slot_mask) + " of " +
           (window >> gpurma::detail::window_comm_shift == 0 ? "WORLD" : "DEVICE");
}

}  // namespace test_host
