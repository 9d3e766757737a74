#include "pool.h"

namespace test_host {

namespace {

constexpr std::uint64_t alignment = 256;

std::uint64_t with_gap(std::uint64_t bytes) { return (bytes + alignment - 1) / alignment * alignment + alignment; }

}  // namespace

pool::pool(machine &gpu, std::uint64_t base, std::uint64_t bytes) : gpu_(gpu), base_(base), end_(base + bytes) {
    gpu_.forbid(base, bytes);
}

std::uint64_t pool::allocate(std::uint64_t bytes) {
    if (bytes > end_ - base_) return 0;
    std::uint64_t candidate = base_;
    for (const auto &[address, size] : used_) {
        if (address - candidate >= with_gap(bytes)) break;
        candidate = address + with_gap(size);
    }
    if (candidate + with_gap(bytes) > end_) return 0;
    used_[candidate] = bytes;
    gpu_.allow(candidate, bytes);
    return candidate;
}

bool pool::release(std::uint64_t address) {
    const auto found = used_.find(address);
    if (found == used_.end()) return false;
    gpu_.forbid(address, found->second);
    used_.erase(found);
    return true;
}

bool pool::contains(std::uint64_t address, std::uint64_t bytes) const {
    return bytes == 0 || (address >= base_ && address <= end_ && bytes <= end_ - address);
}

}  // namespace test_host
