// The stencil by NVSHMEM, for the comparison: one kernel as of the ranks, a block for each band, the same stencil code. A
// row to another GPU is a put with signal; a block of the same GPU gets the signal alone, for its rows lie in the same
// memory.
//
//     nvcc -std=c++17 -O3 -arch=sm_90 -rdc=true -I $NVSHMEM_HOME/include nvshmem.cu -o nvshmem-stencil
//          -L $NVSHMEM_HOME/lib -lnvshmem_device -l:libnvshmem_host.so.3
//     nvshmem-stencil ME GPUS FILE columns rows bands planes threads height checkedSteps steps samples
//
// One process a GPU, ME from 0; FILE: not there yet, for them to find each other. Process 0 prints the row of results.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "stencils.cuh"

#define CHECK(call)                                                          \
    do {                                                                     \
        const cudaError_t error = (call);                                    \
        if (error != cudaSuccess) {                                          \
            std::fprintf(stderr, #call ": %s\n", cudaGetErrorString(error)); \
            std::exit(1);                                                    \
        }                                                                    \
    } while (false)

enum part { computes = 1, communicates = 2, everything = 3 };
enum side { from_above, from_below, side_count };

/// in, lap and fli are exchanged, in this order.
constexpr int exchange_count = 3;

struct run_arguments {
    layout where;
    std::uint64_t *signals;  // of this GPU: exchange, block, side
    std::uint64_t begun;     // steps done before, so that no signal has to be reset
    int height, me, gpus;
    int steps, part;
    int swapped;  // whether in and out have changed places
};

/// One block's band and its neighbours.
struct exchanger {
    const run_arguments &job;
    band own;
    int block, of_plane;

    __device__ explicit exchanger(const run_arguments &passed)
        : job(passed), own(band::of(passed.where, 0, static_cast<int>(blockIdx.x))), block(static_cast<int>(blockIdx.x)),
          of_plane(block % passed.where.bands) {
        if (job.swapped != 0) own.swap();
    }

    __device__ bool is_first() const { return of_plane == 0; }
    __device__ bool is_last() const { return of_plane == job.where.bands - 1; }
    __device__ bool has_above() const { return !is_first() || job.me > 0; }
    __device__ bool has_below() const { return !is_last() || job.me + 1 < job.gpus; }

    __device__ std::uint64_t *signal(int exchange, int of_block, int side) const {
        return job.signals + (static_cast<long long>(exchange) * gridDim.x + of_block) * side_count + side;
    }

    __device__ void exchange(int which, int field, int step) const {
        if ((job.part & communicates) == 0) return;
        const std::uint64_t value = job.begun + static_cast<std::uint64_t>(step) + 1;
        const int last = job.where.bands - 1;
        __syncthreads();
        // The same row of the other GPU's part: the halo below its last band, and above its first.
        if (has_above()) {
            double *const there = own.row(field, job.where.rows_of_plane());
            send(there, own.row(field, 0), signal(which, is_first() ? block + last : block - 1, from_below), value,
                 is_first() ? job.me - 1 : job.me);
        }
        if (has_below()) {
            double *const there = own.row(field, -last * own.rows - 1);
            send(there, own.row(field, own.rows - 1), signal(which, is_last() ? block - last : block + 1, from_above), value,
                 is_last() ? job.me + 1 : job.me);
        }
        if (threadIdx.x == 0) {
            if (has_above()) nvshmem_signal_wait_until(signal(which, block, from_above), NVSHMEM_CMP_GE, value);
            if (has_below()) nvshmem_signal_wait_until(signal(which, block, from_below), NVSHMEM_CMP_GE, value);
            __threadfence();
        }
        __syncthreads();
    }

   private:
    __device__ void send(double *there, const double *row, std::uint64_t *signal, std::uint64_t value, int gpu) const {
        if (gpu != job.me) {
            nvshmemx_putmem_signal_block(there, row, own.columns * sizeof(double), signal, value, NVSHMEM_SIGNAL_SET, gpu);
        } else if (threadIdx.x == 0) {
            __threadfence();
            nvshmemx_signal_op(signal, value, NVSHMEM_SIGNAL_SET, gpu);
        }
    }
};

__global__ __launch_bounds__(512) void stencil(run_arguments job) {
    exchanger edges(job);
    const shape threads = shape::of(job.height);
    const bool works = (job.part & computes) != 0;
    for (int s = 0; s < job.steps; s++) {
        edges.exchange(0, in_field, s);
        if (works) edges.own.compute_lap(threads);
        edges.exchange(1, lap_field, s);
        if (works) edges.own.compute_flx(threads);
        edges.exchange(2, fli_field, s);
        if (works) edges.own.compute_out(threads);
        edges.own.swap();
    }
}

/// As Diffusion.java: what the grid begins with, and the same steps done serially.
struct serial {
    int columns, rows;

    static double initial(int plane, int row, int column) {
        std::uint64_t mixed = (static_cast<std::uint64_t>(plane) * 1000003 + static_cast<std::uint64_t>(row)) * 1000003 +
                              static_cast<std::uint64_t>(column);
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
        return static_cast<double>((mixed ^ mixed >> 31) >> 11) * 0x1p-53;
    }

    int width() const { return columns + 2; }

    /// One cell of 0 around it.
    std::vector<double> after(int plane, int steps) const {
        const std::size_t cells = static_cast<std::size_t>(rows + 2) * width();
        std::vector<double> in(cells), lap(cells), fli(cells), flj(cells), out(cells);
        const int w = width();
        const auto each = [&](auto cell) {
            for (int i = 1; i <= rows; i++) {
                for (int j = 1; j <= columns; j++) cell(i * w + j);
            }
        };
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) in[(i + 1) * w + j + 1] = initial(plane, i, j);
        }
        for (int s = 0; s < steps; s++) {
            each([&](int c) { lap[c] = -4.0 * in[c] + in[c - w] + in[c + w] + in[c - 1] + in[c + 1]; });
            each([&](int c) {
                fli[c] = lap[c + w] - lap[c];
                flj[c] = lap[c + 1] - lap[c];
            });
            each([&](int c) { out[c] = ((fli[c - w] - fli[c]) + (flj[c - 1] - flj[c])) * 0.015625; });
            in.swap(out);
        }
        return in;
    }
};

/// The first process leaves the job's id in a file, whole or not at all.
static nvshmemx_uniqueid_t meet(int me, const std::string &file) {
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    if (me == 0) {
        nvshmemx_get_uniqueid(&id);
        std::FILE *out = std::fopen((file + ".new").c_str(), "wb");
        if (out == nullptr || std::fwrite(&id, sizeof id, 1, out) != 1 || std::fclose(out) != 0 ||
            std::rename((file + ".new").c_str(), file.c_str()) != 0) {
            std::fprintf(stderr, "%s cannot be written\n", file.c_str());
            std::exit(1);
        }
        return id;
    }
    for (int waited = 0; access(file.c_str(), F_OK) != 0; waited++) {
        if (waited == 30000) {
            std::fprintf(stderr, "the first process did not write %s within 30 s\n", file.c_str());
            std::exit(1);
        }
        usleep(1000);
    }
    std::FILE *in = std::fopen(file.c_str(), "rb");
    if (in == nullptr || std::fread(&id, sizeof id, 1, in) != 1) {
        std::fprintf(stderr, "%s cannot be read\n", file.c_str());
        std::exit(1);
    }
    std::fclose(in);
    return id;
}

struct program {
    run_arguments job;
    int blocks, threads;

    long long field_cells() const {
        const layout &w = job.where;
        return static_cast<long long>(w.bands * w.rows + 2) * w.planes * (w.columns + 2 * row_margin);
    }

    /// Where cell 0 of a row of a plane lies in a field.
    long long place(int plane, int row) const {
        const int line = job.where.columns + 2 * row_margin;
        return (static_cast<long long>(row + 1) * job.where.planes + plane) * line + row_margin;
    }

    int own_rows() const { return job.where.bands * job.where.rows; }

    void fill() {
        std::vector<double> cells(static_cast<std::size_t>(field_cells()));
        CHECK(cudaMemset(job.where.base, 0, field_count * cells.size() * sizeof(double)));
        for (int plane = 0; plane < job.where.planes; plane++) {
            for (int i = 0; i < own_rows(); i++) {
                for (int j = 0; j < job.where.columns; j++) {
                    cells[place(plane, i) + j] = serial::initial(plane, job.me * own_rows() + i, j);
                }
            }
        }
        CHECK(cudaMemcpy(job.where.base, cells.data(), cells.size() * sizeof(double), cudaMemcpyHostToDevice));
    }

    void run(int steps, int part) {
        job.steps = steps;
        job.part = part;
        void *passed[] = {&job};
        if (nvshmemx_collective_launch(reinterpret_cast<const void *>(stencil), dim3(blocks), dim3(threads), passed, 0,
                                       nullptr) != 0) {
            std::fprintf(stderr, "%d blocks of %d threads do not run at once\n", blocks, threads);
            std::exit(1);
        }
        CHECK(cudaGetLastError());
        job.begun += static_cast<std::uint64_t>(steps);
        job.swapped = (job.swapped + steps) % 2;
    }

    void check(int steps) {
        std::vector<double> cells(static_cast<std::size_t>(field_cells()));
        const long long input = job.swapped != 0 ? out_field : in_field;
        CHECK(cudaMemcpy(cells.data(), job.where.base + input * field_cells(), cells.size() * sizeof(double),
                         cudaMemcpyDeviceToHost));
        const serial grid{job.where.columns, job.gpus * own_rows()};
        for (int plane = 0; plane < job.where.planes; plane++) {
            const std::vector<double> right = grid.after(plane, steps);
            for (int i = 0; i < own_rows(); i++) {
                for (int j = 0; j < job.where.columns; j++) {
                    const double expected = right[(job.me * own_rows() + i + 1) * grid.width() + j + 1];
                    const double computed = cells[place(plane, i) + j];
                    if (!(std::fabs(computed - expected) <= 1e-12)) {
                        std::fprintf(stderr, "plane %d, row %d, column %d is %.17g, expected %.17g\n", plane,
                                     job.me * own_rows() + i, j, computed, expected);
                        std::exit(1);
                    }
                }
            }
        }
    }

    /// Microseconds a step, in ascending order; the first sample is the warm-up.
    std::vector<double> samples_of(int steps, int samples, int part) {
        cudaEvent_t begin, end;
        CHECK(cudaEventCreate(&begin));
        CHECK(cudaEventCreate(&end));
        std::vector<double> times;
        for (int i = -1; i < samples; i++) {
            nvshmem_barrier_all();
            CHECK(cudaEventRecord(begin));
            run(steps, part);
            CHECK(cudaEventRecord(end));
            CHECK(cudaEventSynchronize(end));
            float ms = 0;
            CHECK(cudaEventElapsedTime(&ms, begin, end));
            if (i >= 0) times.push_back(1e3 * ms / steps);
        }
        std::sort(times.begin(), times.end());
        return times;
    }
};

static double median(const std::vector<double> &sorted) {
    const std::size_t n = sorted.size();
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

int main(int count, char **arguments) {
    if (count != 13) {
        std::fprintf(stderr,
                     "usage: nvshmem-stencil ME GPUS FILE columns rows bands planes threads height checkedSteps steps samples\n");
        return 2;
    }
    const auto number = [&](int index) { return std::atoi(arguments[index]); };
    const int me = number(1), gpus = number(2), checked = number(10), steps = number(11), samples = number(12);
    CHECK(cudaSetDevice(me));
    CHECK(cudaFree(nullptr));
    nvshmemx_uniqueid_t id = meet(me, arguments[3]);
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    nvshmemx_set_attr_uniqueid_args(me, gpus, &id, &attributes);
    nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes);

    program p{};
    p.job.where = {nullptr, 1, number(7), number(6), number(5), number(4)};
    p.job.me = me;
    p.job.gpus = gpus;
    p.job.height = number(9);
    p.threads = number(8);
    p.blocks = p.job.where.planes * p.job.where.bands;
    p.job.where.base = static_cast<double *>(nvshmem_malloc(field_count * p.field_cells() * sizeof(double)));
    p.job.signals = static_cast<std::uint64_t *>(
        nvshmem_calloc(static_cast<std::size_t>(exchange_count) * p.blocks * side_count, sizeof(std::uint64_t)));
    if (p.job.where.base == nullptr || p.job.signals == nullptr) {
        std::fprintf(stderr, "the symmetric heap is too small; NVSHMEM_SYMMETRIC_SIZE sets it\n");
        return 1;
    }
    p.fill();
    nvshmem_barrier_all();
    p.run(checked, everything);
    CHECK(cudaDeviceSynchronize());
    p.check(checked);

    const std::vector<double> whole = p.samples_of(steps, samples, everything);
    const std::vector<double> communicate = p.samples_of(steps, samples, communicates);
    const std::vector<double> compute = p.samples_of(steps, samples, computes);
    if (me == 0) {
        std::printf("csv stencil,-,nvshmem,%d,%d,%d,%dx%dx%d,%d,%d,%g,%g,%g,%g,%g\n", gpus, p.blocks, p.threads,
                    p.job.where.columns, gpus * p.own_rows(), p.job.where.planes, steps, samples, median(whole),
                    whole.front(), whole.back(), median(compute), median(communicate));
    }
    nvshmem_barrier_all();
    nvshmem_finalize();
}
