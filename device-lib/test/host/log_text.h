// Makes lines of the log items that a rank sends (see records.h).
#pragma once

#include <cstdint>
#include <string>

#include "gpurma/detail/records.h"

namespace test_host {

class log_text {
   public:
    /// Takes a log entry's words; true when they end a line.
    bool take(const std::uint32_t (&words)[gpurma::detail::entry_words]);
    /// The line so far, which begins anew.
    std::string line();

   private:
    std::string items_;
};

}  // namespace test_host
