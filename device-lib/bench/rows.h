// Rows of results of the programs that run outside of a job; the columns are those of gpurma/bench.h.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace rows {

constexpr const char *columns =
    "implementation,operation,path,bytes,ranks,threads,rounds,repetitions,median,minimum,maximum,unit";

struct subject {
    const char *implementation, *operation, *path;
    long bytes;
    int ranks, threads, rounds;
    const char *unit;
};

/// `outcomes` has one value a repetition, the warm-up left out.
inline void print(const subject &about, std::vector<double> outcomes) {
    std::sort(outcomes.begin(), outcomes.end());
    const size_t middle = outcomes.size() / 2;
    const double median =
        outcomes.size() % 2 == 1 ? outcomes[middle] : (outcomes[middle - 1] + outcomes[middle]) / 2;
    std::printf("csv %s,%s,%s,%ld,%d,%d,%d,%zu,%.6g,%.6g,%.6g,%s\n", about.implementation, about.operation, about.path,
                about.bytes, about.ranks, about.threads, about.rounds, outcomes.size(), median, outcomes.front(),
                outcomes.back(), about.unit);
    std::fflush(stdout);
}

/// Fewer rounds where one takes long, as gpurma/bench.h has it.
inline int rounds_for(int rounds, long bytes) { return bytes <= 8192 ? rounds : std::max(rounds / 20, 2); }

class stopwatch {
   public:
    double us() const { return std::chrono::duration<double, std::micro>(clock::now() - begin_).count(); }

   private:
    using clock = std::chrono::steady_clock;
    clock::time_point begin_ = clock::now();
};

/// The value of `--name` among the arguments, or the default.
inline const char *option(int count, char **arguments, const char *name, const char *otherwise) {
    for (int i = 1; i + 1 < count; i++) {
        const char *candidate = arguments[i];
        if (candidate[0] == '-' && candidate[1] == '-' && std::string(candidate + 2) == name) return arguments[i + 1];
    }
    return otherwise;
}
inline int number(int count, char **arguments, const char *name, int otherwise) {
    const char *text = option(count, arguments, name, nullptr);
    return text == nullptr ? otherwise : std::atoi(text);
}

}  // namespace rows
