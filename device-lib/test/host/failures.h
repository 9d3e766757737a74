// The first failure of the job; it ends the others.
#pragma once

#include <cstdint>
#include <string>

namespace test_host {

class failure_board {
   public:
    /// Later failures are consequences.
    void report(const std::string &what) {
        if (message_.empty()) message_ = what;
    }
    void report_rank(std::uint32_t rank, const std::string &what) {
        report("rank " + std::to_string(rank) + ": " + what);
    }
    bool failed() const { return !message_.empty(); }
    const std::string &message() const { return message_; }

   private:
    std::string message_;
};

}  // namespace test_host
