// What goes from rank to rank through their hosts. All of a source's messages to one target stay in order; messages of
// different sources overtake each other at random, as those of a real network may.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace test_host {

struct message {
    std::uint32_t source = 0;  ///< WORLD ranks
    std::uint32_t target = 0;
    std::uint32_t source_in_comm = 0;
    std::uint32_t window = 0;
    std::uint32_t tag = 0;
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
    std::uint32_t flags = 0;
    bool is_get = false;
    std::uint64_t buffer = 0;   ///< of a get, at its source
    std::vector<char> payload;  ///< of a put
};

class network {
   public:
    explicit network(std::uint64_t seed) : random_(seed) {}

    void send(message what) {
        std::deque<message> &lane = lanes_[{what.source, what.target}];
        lane.push_back(std::move(what));
    }

    /// Offers the first message of every source and target to `deliver`, which says whether it took it. True where one
    /// was taken.
    bool deliver(const std::function<bool(const message &)> &deliver) {
        bool any = false;
        for (auto &[way, lane] : lanes_) {
            while (!lane.empty() && random_() % 4 != 0 && deliver(lane.front())) {
                lane.pop_front();
                any = true;
            }
        }
        return any;
    }

    bool is_empty() const {
        for (const auto &[way, lane] : lanes_) {
            if (!lane.empty()) return false;
        }
        return true;
    }

   private:
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<message>> lanes_;
    std::mt19937_64 random_;
};

}  // namespace test_host
