// Puts and notifications between two ranks, of one GPU and of two, while all other ranks wait in a barrier.
#pragma once

#include "gpurma/bench.h"

using gpurma::bench::effort;
using gpurma::bench::samples;

struct userdata {
    int rounds, repetitions;
    int factor, largest;
};

/// Set aside for what lies unmatched while other tags are waited for; rounds use tags below.
constexpr int tag_of_ahead = 1000;
constexpr int tags = 128;

/// One of the two ranks of a measurement.
struct side {
    gpurma_state &gst;
    gpurma_win window;
    char *buffer;
    int peer;
    bool first;
    effort asked;

    __device__ void report(const char *operation, int bytes, const samples &measured, const char *unit = "us") const {
        if (!first) return;
        const char *path = gpurma::bench::path_to(gst, peer);
        gpurma::bench::report(gst, {operation, path, bytes, 2, unit}, asked.for_bytes(bytes), measured);
    }

    template <typename Send, typename Receive>
    __device__ void ping_pong(const char *operation, int bytes, Send send, Receive receive) const {
        report(operation, bytes, gpurma::bench::ping_pong(asked.for_bytes(bytes), first, send, receive));
    }

    __device__ void put_notify(int bytes, int tag) const {
        gpurma_put_notify(gst, window, peer, 0, bytes, buffer, tag);
    }
    __device__ void wait(int source, int tag, int count) const {
        gpurma_wait_notifications(gst, window, source, tag, count);
    }
};

/// Which notifications a receiver asks for.
struct wildcards {
    bool source, tag;
};

__device__ void notified_puts(side s, const char *operation, int bytes, wildcards any) {
    s.ping_pong(
        operation, bytes, [=](int i) { s.put_notify(bytes, i % tags); },
        [=](int i) { s.wait(any.source ? GPURMA_ANY_SOURCE : s.peer, any.tag ? GPURMA_ANY_TAG : i % tags, 1); });
}

__device__ void counted_puts(side s, int bytes) {
    s.ping_pong(
        "put_count", bytes,
        [=](int i) { gpurma_put_count(s.gst, s.window, s.peer, 0, bytes, s.buffer, i % tags); },
        [=](int i) { gpurma_wait_count(s.gst, i % tags, 1); });
}

/// The first rank alone: until the buffer may be written again.
__device__ void put_and_flush(side s, int bytes) {
    if (!s.first) return;
    const effort asked = s.asked.for_bytes(bytes);
    const samples times = gpurma::bench::repeat(
        asked,
        [=](int) {
            gpurma_put(s.gst, s.window, s.peer, 0, bytes, s.buffer);
            gpurma_win_flush(s.gst, s.window);
        },
        [=](double us) { return us / asked.rounds; });
    s.report("put_flush", bytes, times);
}

/// Puts one behind the other, one answer for all of them.
__device__ void stream_of_puts(side s, int bytes) {
    const effort asked = s.asked.for_bytes(bytes);
    const samples bandwidth = gpurma::bench::repeat(
        asked,
        [=](int i) {
            const bool last = i + 1 == asked.rounds;
            if (!s.first && last) s.wait(s.peer, 0, asked.rounds);
            if (s.first || last) s.put_notify(s.first ? bytes : 0, 0);
            if (s.first && last) s.wait(s.peer, 0, 1);
        },
        [=](double us) { return 1e-3 * bytes * asked.rounds / us; });
    s.report("put_stream", bytes, bandwidth, "GB/s");
}

__device__ void notifications_alone(side s) {
    s.ping_pong(
        "notify", 0, [=](int i) { gpurma_notify(s.gst, s.window, s.peer, i % tags); },
        [=](int i) { s.wait(s.peer, i % tags, 1); });
    s.ping_pong(
        "count", 0, [=](int i) { gpurma_count(s.gst, GPURMA_COMM_WORLD, s.peer, i % tags); },
        [=](int i) { gpurma_wait_count(s.gst, i % tags, 1); });
}

__device__ void sizes(side s, int factor, int largest) {
    for (int bytes = 0; bytes <= largest; bytes = gpurma::bench::next_size(bytes, factor)) {
        notified_puts(s, "put_notify", bytes, {false, false});
        counted_puts(s, bytes);
        put_and_flush(s, bytes);
        if (bytes > 0) stream_of_puts(s, bytes);
    }
}

/// `ahead` notifications that came earlier, and are asked for later, lie before the one that is waited for.
struct matching_case {
    const char *operation;
    int ahead;
    wildcards any;
};

__device__ void matching_behind(side s, const matching_case &c) {
    for (int i = 0; i < c.ahead; i++) gpurma_notify(s.gst, s.window, s.peer, tag_of_ahead);
    notified_puts(s, c.operation, 8, c.any);
    s.wait(s.peer, tag_of_ahead, c.ahead);
}

/// What finding the notification costs, with puts of 8 B.
__device__ void matching(side s) {
    const matching_case cases[] = {
        {"put_notify_ahead_0", 0, {false, false}},  {"put_notify_ahead_1", 1, {false, false}},
        {"put_notify_ahead_4", 4, {false, false}},  {"put_notify_ahead_16", 16, {false, false}},
        {"put_notify_ahead_64", 64, {false, false}}, {"put_notify_any_source", 0, {true, false}},
        {"put_notify_any_tag", 0, {false, true}},   {"put_notify_any", 0, {true, true}},
    };
    for (const matching_case &each : cases) matching_behind(s, each);
}

__device__ void measure_puts(gpurma_context_handle gpurma, gpurma_state &gst) {
    gpurma_gpu_init(gpurma, gst);
    userdata *job;
    gpurma_get_data(gst, (void **)&job);
    const effort asked{job->rounds, job->repetitions};
    const int factor = job->factor, largest = job->largest;
    GPURMA_ASSERT(gst, asked.rounds >= 1);
    GPURMA_ASSERT(gst, asked.repetitions >= 1 && asked.repetitions <= gpurma::bench::most_repetitions);
    GPURMA_ASSERT(gst, factor >= 2 && factor <= 64 && largest >= 8 && largest <= 1 << 24);

    int rank, size, device_size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    char *inbox = static_cast<char *>(gpurma_mem_alloc(gst, largest));
    char *buffer = static_cast<char *>(gpurma_mem_alloc(gst, largest));
    GPURMA_ASSERT(gst, inbox != nullptr && buffer != nullptr);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, inbox, largest, &window);

    // Rank 0 with the last rank of its GPU, then with the first rank of the next GPU.
    for (int partner = device_size - 1; partner <= device_size; partner++) {
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        if (partner == 0 || partner >= size || (rank != 0 && rank != partner)) continue;
        const side s{gst, window, buffer, rank == 0 ? partner : 0, rank == 0, asked};
        sizes(s, factor, largest);
        notifications_alone(s);
        matching(s);
    }

    gpurma_win_free(gst, window);
    gpurma_gpu_finish(gst);
}
