// What case studies share: how they are timed, and the row of results for each.
//
// A sample is the time of so many iterations, from a barrier of all ranks to the next; what counts is the median of the
// samples, by iteration. The same is measured of the computation without communication and of the communication
// without computation: their sum beyond the whole is what overlaps. Rows have the columns
//
//     case,variant,model,gpus,ranks,threads,size,iterations,samples,median,minimum,maximum,compute,communicate
//
// with times in microseconds an iteration, and are log lines that begin with "csv ", for `results` of a job spec.
#pragma once

#include "gpurma/bench.h"

namespace gpurma {
namespace cases {

/// The halves of an iteration; a run does one of them or both.
enum part { computes = 1, communicates = 2, everything = 3 };

struct effort {
    int iterations;
    int samples;
};

/// As it stands in the row; a zero ends it.
struct extent {
    int sizes[3];
};

/// What is measured, for its row.
struct subject {
    const char *name;
    const char *variant;
    extent size;
};

struct outcome {
    bench::samples whole, compute, communicate;
};

/// All ranks together: `run(iterations, part)` once as a warm-up, then for each sample.
template <typename Run>
__device__ bench::samples time_of(gpurma_state &gst, effort asked, int what, Run run) {
    bench::samples measured;
    for (int sample = -1; sample < asked.samples; sample++) {
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        const bench::stopwatch since{};
        run(asked.iterations, what);
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        if (sample >= 0) measured.add(since.us() / asked.iterations);
    }
    return measured;
}

/// All ranks together. The halves may leave whatever they like in memory: what is checked must be put away before.
template <typename Run>
__device__ outcome measure(gpurma_state &gst, effort asked, Run run) {
    GPURMA_ASSERT(gst, asked.iterations >= 1);
    GPURMA_ASSERT(gst, asked.samples >= 1 && asked.samples <= bench::most_repetitions);
    outcome of;
    bench::samples *const places[] = {&of.whole, &of.communicate, &of.compute};
    const int parts[] = {everything, communicates, computes};
    for (int i = 0; i < 3; i++) *places[i] = time_of(gst, asked, parts[i], run);
    return of;
}

/// Rank 0 writes the row.
__device__ inline void report(gpurma_state &gst, const subject &about, effort made, const outcome &of) {
    int rank, ranks, device_ranks;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &ranks);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_ranks);
    if (rank != 0) return;
    gpurma_log log = gpurma_log_get(gst);
    log << "csv " << about.name << "," << about.variant << ",gpurma," << ranks / device_ranks << "," << device_ranks
        << "," << detail::thread_count() << "," << about.size.sizes[0];
    for (int i = 1; i < 3 && about.size.sizes[i] > 0; i++) log << "x" << about.size.sizes[i];
    log << "," << made.iterations << "," << made.samples << "," << of.whole.median() << "," << of.whole.minimum() << ","
        << of.whole.maximum() << "," << of.compute.median() << "," << of.communicate.median() << log.flush;
}

}  // namespace cases
}  // namespace gpurma
