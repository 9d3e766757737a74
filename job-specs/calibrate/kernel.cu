// What performance models need of the GPUs a job runs on: a notified put by path and size, how fast all ranks of a GPU
// together copy memory, by how much each of them copies and between how many arrays, and how long exchanges with both
// neighbours take. Nothing of a case study is in here.
#include "gpurma/bench.h"

using gpurma::bench::effort;
using gpurma::bench::samples;

struct userdata {
    int rounds, repetitions;
    int factor, largest;
};

constexpr int nobody = -1;
constexpr int most_arrays = 10;
constexpr int largest_row = 16384;  // bytes

/// The rows of all ranks of this GPU, one after the other, for each of the lines of rows. Device rank 0 makes it.
__device__ double *rows_of_device;

/// All ranks in a line, each with a row that it sends to both neighbours. The windows of neighbours on one GPU overlap: a
/// rank's row lies in its own and in theirs, so that nothing is copied there.
struct line {
    static constexpr int row_cells = largest_row / static_cast<int>(sizeof(double));

    gpurma_win window;
    double *own;
    int above, below;

    /// @param within only with neighbours of the own GPU
    __device__ static int neighbour(gpurma_state &gst, int step, bool within) {
        int rank, ranks, device_rank, device_ranks;
        gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
        gpurma_comm_size(gst, GPURMA_COMM_WORLD, &ranks);
        gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
        gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_ranks);
        const int device_place = device_rank + step;
        if (within && (device_place < 0 || device_place >= device_ranks)) return nobody;
        return rank + step < 0 || rank + step >= ranks ? nobody : rank + step;
    }

    __device__ void among(gpurma_state &gst, bool within) {
        above = neighbour(gst, -1, within);
        below = neighbour(gst, 1, within);
    }

    __device__ void send(gpurma_state &gst, int bytes, int tag) const {
        if (above != nobody) gpurma_put_notify(gst, window, above, 2 * largest_row, bytes, own, tag);
        if (below != nobody) gpurma_put_notify(gst, window, below, 0, bytes, own, tag);
    }

    __device__ void wait(gpurma_state &gst, int tag) const {
        gpurma_wait_notifications(gst, window, GPURMA_ANY_SOURCE, tag, (above != nobody) + (below != nobody));
    }
};

/// As many as a program has fields that it exchanges: two sets of them.
constexpr int lines_of_set = 4;
constexpr int line_count = 2 * lines_of_set;

struct calibration {
    gpurma_state &gst;
    gpurma_win window;
    double *inbox, *buffer, *arrays;
    int rank, ranks, device_ranks;
    userdata job;
    line lines[line_count];

    __device__ effort asked() const { return effort{job.rounds, job.repetitions}; }

    /// Microseconds a round of all ranks together: `run(rounds)`.
    template <typename Run>
    __device__ samples together(effort made, Run run) const {
        samples times;
        for (int i = -1; i < made.repetitions; i++) {
            gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
            const gpurma::bench::stopwatch since{};
            run(made.rounds);
            gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
            if (i >= 0) times.add(since.us() / made.rounds);
        }
        return times;
    }

    __device__ void tell(const gpurma::bench::subject &about, effort made, const samples &times) const {
        if (rank == 0) gpurma::bench::report(gst, about, made, times);
    }

    /// Between rank 0 and another one.
    __device__ void puts(int partner) const {
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        if (partner == 0 || partner >= ranks || (rank != 0 && rank != partner)) return;
        const int peer = rank == 0 ? partner : 0;
        for (int bytes = 0; bytes <= job.largest; bytes = gpurma::bench::next_size(bytes, job.factor)) {
            const effort made = asked().for_bytes(bytes);
            const samples times = gpurma::bench::ping_pong(
                made, rank == 0,
                [&](int i) { gpurma_put_notify(gst, window, peer, 0, bytes, buffer, i % 128); },
                [&](int i) { gpurma_wait_notifications(gst, window, peer, i % 128, 1); });
            const char *path = gpurma::bench::path_to(gst, peer);
            if (rank == 0) gpurma::bench::report(gst, {"put_notify", path, bytes, 2, "us"}, made, times);
        }
    }

    /// All ranks of all GPUs at once, between two arrays. GB/s that a GPU reads and writes.
    __device__ void copies() const {
        for (int bytes = 4096; bytes <= job.largest; bytes *= job.factor) {
            const effort made = asked().for_bytes(bytes);
            const samples times = together(made, [&](int rounds) {
                for (int i = 0; i < rounds; i++) {
                    copy(i % 2 == 0 ? buffer : inbox, i % 2 == 0 ? inbox : buffer, bytes);
                    __syncthreads();
                }
            });
            samples rates;
            for (int i = 0; i < times.count(); i++) rates.add(2e-3 * bytes * device_ranks / times[i]);
            tell({"memory_copy", "device", bytes, device_ranks, "GB/s"}, made, rates);
        }
    }

    /// The same from each of so many arrays to the next, and whoever reads it next is another rank: what one wrote has
    /// arrived, and what one reads comes from beyond its own cache.
    __device__ void passes(const char *operation, int count) const {
        for (int bytes = 4096; bytes <= largest_pass(); bytes *= 2) {
            const effort made = asked().for_bytes(bytes);
            const int cells = bytes / static_cast<int>(sizeof(double));
            const samples times = together(made, [&](int rounds) {
                for (int i = 0; i < rounds; i++) {
                    copy(arrays + i % count * cells, arrays + (i + 1) % count * cells, bytes);
                    hand_over();
                }
            });
            tell({operation, "device", bytes, device_ranks, "us"}, made, times);
        }
    }

    __device__ int largest_pass() const { return job.largest / 4; }

    /// What of a pass is nothing but the order of memory; an exchange has it too.
    __device__ void fences() const {
        const samples times = together(asked(), [&](int rounds) {
            for (int i = 0; i < rounds; i++) hand_over();
        });
        tell({"fence", "device", 0, device_ranks, "us"}, asked(), times);
    }

    __device__ static void hand_over() {
        __syncthreads();
        if (threadIdx.x == 0) __threadfence();
        __syncthreads();
    }

    __device__ static void copy(const double *from, double *to, int bytes) {
        const int cells = bytes / static_cast<int>(sizeof(double)), width = static_cast<int>(blockDim.x);
        int i = static_cast<int>(threadIdx.x);
        // Loads before stores: a thread that waits for each of them measures the latency of memory.
        for (; i + 3 * width < cells; i += 4 * width) {
            const double a = from[i], b = from[i + width], c = from[i + 2 * width], d = from[i + 3 * width];
            to[i] = a;
            to[i + width] = b;
            to[i + 2 * width] = c;
            to[i + 3 * width] = d;
        }
        for (; i < cells; i += width) to[i] = from[i];
    }

    /// Exchanges of all ranks with both neighbours: one after the other, two at once, two by turns, and by turns with so
    /// much else to do in between that nothing is waited for.
    __device__ void halos(const char *path, bool within) {
        for (int i = 0; i < line_count; i++) lines[i].among(gst, within);
        const effort made{job.rounds < 4 ? 2 : job.rounds / 2, job.repetitions};
        const samples pauses = together(made, [&](int rounds) {
            for (int i = 0; i < rounds; i++) pause();
        });
        for (int bytes = 1024; bytes <= largest_row; bytes *= 2) {
            const samples single = together(made, [&](int rounds) {
                for (int i = 0; i < rounds; i++) {
                    of(0, i).send(gst, bytes, i);
                    of(0, i).wait(gst, i);
                }
            });
            tell({"halo", path, bytes, device_ranks, "us"}, made, single);
            const samples pair = together(made, [&](int rounds) {
                for (int i = 0; i < rounds; i++) {
                    for (int set = 0; set < 2; set++) of(set, i).send(gst, bytes, i);
                    for (int set = 0; set < 2; set++) of(set, i).wait(gst, i);
                }
            });
            tell({"halo_pair", path, bytes, device_ranks, "us"}, made, pair);
            tell({"halo_turn", path, bytes, device_ranks, "us"}, made, by_turns(made, bytes, 0));
            tell({"halo_busy", path, bytes, device_ranks, "us"}, made, by_turns(made, bytes, pauses.median()));
        }
    }

    /// Microseconds an exchange, without `pause_time` for each, which is nothing where there is no pause.
    __device__ samples by_turns(effort made, int bytes, double pause_time) const {
        const samples rounds_of_two = together(made, [&](int rounds) {
            for (int set = 0; set < 2; set++) of(set, 0).send(gst, bytes, 0);
            for (int i = 0; i < rounds; i++) {
                for (int set = 0; set < 2; set++) {
                    of(set, i).wait(gst, i);
                    if (pause_time > 0) pause();
                    if (i + 1 < rounds) of(set, i + 1).send(gst, bytes, i + 1);
                }
            }
        });
        samples times;
        for (int i = 0; i < rounds_of_two.count(); i++) {
            const double time = rounds_of_two[i] / 2 - pause_time;
            times.add(time > 0 ? time : 0);
        }
        return times;
    }

    /// Longer than an exchange takes on any GPU.
    __device__ static void pause() {
        gpurma::bench::pause_us(20);
        __syncthreads();
    }

    __device__ const line &of(int set, int round) const { return lines[set * lines_of_set + round % lines_of_set]; }
};

/// All ranks together.
__device__ void create_lines(gpurma_state &gst, calibration &work) {
    int device_rank;
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    const int rows = work.device_ranks + 2;
    if (device_rank == 0) {
        // All threads get the same pointer.
        double *made = static_cast<double *>(gpurma_mem_alloc(gst, line_count * rows * largest_row));
        GPURMA_ASSERT(gst, made != nullptr);
        rows_of_device = made;
        __threadfence();
    }
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    for (int i = 0; i < line_count; i++) {
        double *first = rows_of_device + (static_cast<long long>(i) * rows + device_rank) * line::row_cells;
        work.lines[i].own = first + line::row_cells;
        gpurma_win_create(gst, GPURMA_COMM_WORLD, first, 3 * largest_row, &work.lines[i].window);
        GPURMA_ASSERT(gst, work.lines[i].window != GPURMA_WIN_NONE);
    }
}

__global__ __launch_bounds__(256) void calibrate(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *passed;
    gpurma_get_data(gst, (void **)&passed);
    const userdata job = *passed;
    GPURMA_ASSERT(gst, job.rounds >= 1 && job.factor >= 2 && job.largest >= 16384 && job.largest <= 1 << 24);
    GPURMA_ASSERT(gst, job.repetitions >= 1 && job.repetitions <= gpurma::bench::most_repetitions);

    int rank, ranks, device_ranks;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &ranks);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_ranks);
    double *inbox = static_cast<double *>(gpurma_mem_alloc(gst, job.largest));
    double *buffer = static_cast<double *>(gpurma_mem_alloc(gst, job.largest));
    double *arrays = static_cast<double *>(gpurma_mem_alloc(gst, most_arrays * (job.largest / 4)));
    GPURMA_ASSERT(gst, inbox != nullptr && buffer != nullptr && arrays != nullptr);
    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, inbox, job.largest, &window);

    calibration work{gst, window, inbox, buffer, arrays, rank, ranks, device_ranks, job, {}};
    create_lines(gst, work);
    work.puts(device_ranks - 1);
    work.puts(device_ranks);
    work.copies();
    work.fences();
    work.passes("pass_of_5", 5);
    work.passes("pass_of_10", 10);
    work.halos("device", true);
    if (ranks > device_ranks) work.halos(gpurma::bench::path_to(gst, (rank + device_ranks) % ranks), false);

    for (int i = 0; i < line_count; i++) gpurma_win_free(gst, work.lines[i].window);
    gpurma_win_free(gst, window);
    gpurma_gpu_finish(gst);
}
