// What micro-benchmarks share: repetitions, their median, a row of results for each measurement.
//
// A measurement is repeated; each repetition is the mean time of its rounds, and what counts is the median of the
// repetitions. One repetition more comes first, as a warm-up, and is not counted. Rows have the columns
//
//     implementation,operation,path,bytes,ranks,threads,rounds,repetitions,median,minimum,maximum,unit
//
// and are log lines that begin with "csv ", for `results` of a job spec to collect.
#pragma once

#include "gpurma_device.cu.h"

namespace gpurma {
namespace bench {

#if defined(GPURMA_NO_COUNTERS)
#define GPURMA_BENCH_IMPLEMENTATION "gpurma without counters"
#else
#define GPURMA_BENCH_IMPLEMENTATION "gpurma"
#endif

constexpr int most_repetitions = 32;

/// How often a measurement is made.
struct effort {
    int rounds;
    int repetitions;

    /// Fewer rounds where one takes long.
    __device__ effort for_bytes(int bytes) const {
        if (bytes <= 8192) return *this;
        return effort{rounds / 20 < 2 ? 2 : rounds / 20, repetitions};
    }
};

/// Microseconds since it was made. The difference is taken of integers: a double does not hold a clock's nanoseconds.
class stopwatch {
   public:
    __device__ double us() const { return static_cast<double>(detail::device_time_ns() - begin_) / 1e3; }

   private:
    std::uint64_t begin_ = detail::device_time_ns();
};

/// Keeps a rank busy without asking for anything.
__device__ inline void pause_us(double duration) {
    for (const stopwatch since{}; since.us() < duration;) detail::relax(1);
}

/// Outcomes of the repetitions, in ascending order.
class samples {
   public:
    __device__ void add(double value) {
        int i = count_++;
        for (; i > 0 && values_[i - 1] > value; i--) values_[i] = values_[i - 1];
        values_[i] = value;
    }

    __device__ int count() const { return count_; }
    __device__ double operator[](int place) const { return values_[place]; }
    __device__ double minimum() const { return values_[0]; }
    __device__ double maximum() const { return values_[count_ - 1]; }
    __device__ double median() const {
        return count_ % 2 == 1 ? values_[count_ / 2] : (values_[count_ / 2 - 1] + values_[count_ / 2]) / 2;
    }

   private:
    double values_[most_repetitions];
    int count_ = 0;
};

/// What was measured, for its row.
struct subject {
    const char *operation;
    const char *path;
    int bytes;
    int ranks;
    const char *unit;
};

/// Sizes that are measured: 0, 4, 8, then by the factor.
__device__ inline int next_size(int bytes, int factor) { return bytes == 0 ? 4 : bytes == 4 ? 8 : bytes * factor; }

/// By which path this rank reaches another one of WORLD.
__device__ inline const char *path_to(gpurma_state &gst, int rank) {
    const std::uint32_t near = detail::near_rank_of(gst, detail::comm_world, rank);
    if (near >= gst.near_ranks || detail::arena_of(gst, near) == 0) return "network";
    return detail::on_this_device(gst, near) ? "device" : "peer";
}

/// Microseconds of one repetition. Not inlined, so that no measurement takes registers from another; pass what captures
/// by value, for the rounds to find it in registers.
template <typename Round>
__noinline__ __device__ double time_of(int rounds, Round round) {
    const stopwatch since{};
    for (int i = 0; i < rounds; i++) round(i);
    return since.us();
}

/// Runs `round(i)` for all rounds of all repetitions. `outcome` makes a time or a rate from a repetition's microseconds.
template <typename Round, typename Outcome>
__device__ samples repeat(effort asked, Round round, Outcome outcome) {
    time_of(asked.rounds, round);
    samples measured;
    for (int i = 0; i < asked.repetitions; i++) measured.add(outcome(time_of(asked.rounds, round)));
    return measured;
}

/// Half of a round trip between two ranks, in microseconds; both call it. `first` sends first.
template <typename Send, typename Receive>
__device__ samples ping_pong(effort asked, bool first, Send send, Receive receive) {
    // By turns, for one copy of either: both are inlined, and compilers take long over several.
    return repeat(
        effort{2 * asked.rounds, asked.repetitions},
        [=](int turn) {
            if ((turn % 2 == 0) == first) {
                send(turn / 2);
            } else {
                receive(turn / 2);
            }
        },
        [=](double us) { return us / (2.0 * asked.rounds); });
}

__device__ inline void report(gpurma_state &gst, const subject &about, effort made, const samples &measured) {
    gpurma_log log = gpurma_log_get(gst);
    log << "csv " GPURMA_BENCH_IMPLEMENTATION "," << about.operation << "," << about.path << "," << about.bytes << ","
        << about.ranks << "," << detail::thread_count() << "," << made.rounds << "," << measured.count() << ","
        << measured.median() << "," << measured.minimum() << "," << measured.maximum() << "," << about.unit
        << log.flush;
}

}  // namespace bench
}  // namespace gpurma
