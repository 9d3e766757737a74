// The same by NVSHMEM, between two processes with a GPU each: put with signal by size, bandwidth by blocks, barrier.
//
//     nvcc -std=c++17 -O3 -arch=sm_90 -rdc=true -I $NVSHMEM_HOME/include nvshmem.cu -o nvshmem \
//          -L $NVSHMEM_HOME/lib -lnvshmem_device -l:libnvshmem_host.so.3
//     ./nvshmem 0 FILE OPTIONS &  ./nvshmem 1 FILE OPTIONS      FILE: not there yet, for the two to find each other
//
// Options: --rounds N --repetitions N --threads N --factor N. The first process writes the rows. A put with signal is
// what a notified put is; its rows are called put_notify.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <unistd.h>

#include <cstdint>
#include <functional>

#include "rows.h"

#define CHECK(call)                                                          \
    do {                                                                     \
        const cudaError_t error = (call);                                    \
        if (error != cudaSuccess) {                                          \
            std::fprintf(stderr, #call ": %s\n", cudaGetErrorString(error)); \
            std::exit(1);                                                    \
        }                                                                    \
    } while (false)

constexpr size_t largest = 1 << 20;
constexpr int most_blocks = 132;

__device__ std::uint64_t device_time_ns() {
    std::uint64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/// Rounds go on from where the signal stands, so that nothing has to be reset.
__global__ void ping_pong(char *window, char *source, size_t bytes, std::uint64_t *signal, std::uint64_t begun, int me,
                          int rounds, std::uint64_t *ns) {
    const std::uint64_t begin = device_time_ns();
    for (int turn = 0; turn < 2 * rounds; turn++) {
        const std::uint64_t value = begun + static_cast<std::uint64_t>(turn / 2) + 1;
        if (turn % 2 == me) {
            nvshmemx_putmem_signal_block(window, source, bytes, signal, value, NVSHMEM_SIGNAL_SET, 1 - me);
        } else {
            if (threadIdx.x == 0) nvshmem_signal_wait_until(signal, NVSHMEM_CMP_GE, value);
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) *ns = device_time_ns() - begin;
}

__global__ void barriers(int rounds, std::uint64_t *ns) {
    const std::uint64_t begin = device_time_ns();
    for (int i = 0; i < rounds; i++) nvshmemx_barrier_all_block();
    if (threadIdx.x == 0) *ns = device_time_ns() - begin;
}

/// Every block puts to its own part of the other's window.
__global__ void puts(char *window, char *source, size_t bytes, int rounds, int peer) {
    const size_t mine = blockIdx.x * bytes;
    for (int i = 0; i < rounds; i++) nvshmemx_putmem_nbi_block(window + mine, source + mine, bytes, peer);
    if (threadIdx.x == 0) nvshmem_quiet();
}

struct job {
    int me, rounds, repetitions, threads, factor;
    char *window, *source;
    std::uint64_t *signal, *ns;
    std::uint64_t begun = 0;

    /// One outcome a repetition; the first repetition is the warm-up.
    std::vector<double> repeat(const std::function<double()> &once) const {
        std::vector<double> outcomes;
        for (int i = -1; i < repetitions; i++) {
            nvshmem_barrier_all();
            const double outcome = once();
            if (i >= 0) outcomes.push_back(outcome);
        }
        return outcomes;
    }

    void report(const char *operation, size_t bytes, int ranks, int made, const char *unit,
                const std::vector<double> &outcomes) const {
        if (me != 0) return;
        rows::print({"nvshmem", operation, "peer", static_cast<long>(bytes), ranks, threads, made, unit}, outcomes);
    }

    double finished() const {
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        return static_cast<double>(*ns) / 1e3;
    }

    void latency(size_t bytes) {
        const int made = rows::rounds_for(rounds, static_cast<long>(bytes));
        report("put_notify", bytes, 2, made, "us", repeat([&] {
                   ping_pong<<<1, threads>>>(window, source, bytes, signal, begun, me, made, ns);
                   begun += static_cast<std::uint64_t>(made);
                   return finished() / 2 / made;
               }));
    }

    void barrier() {
        report("barrier_world", 0, 2, rounds, "us", repeat([&] {
                   barriers<<<1, threads>>>(rounds, ns);
                   return finished() / rounds;
               }));
    }

    void bandwidth(int blocks) {
        const int made = rows::rounds_for(rounds, largest);
        cudaEvent_t begin, end;
        CHECK(cudaEventCreate(&begin));
        CHECK(cudaEventCreate(&end));
        report("put_bandwidth", largest, blocks, made, "GB/s", repeat([&] {
                   if (me != 0) return 0.0;
                   CHECK(cudaEventRecord(begin));
                   puts<<<blocks, threads>>>(window, source, largest, made, 1);
                   CHECK(cudaGetLastError());
                   CHECK(cudaEventRecord(end));
                   CHECK(cudaEventSynchronize(end));
                   float ms = 0;
                   CHECK(cudaEventElapsedTime(&ms, begin, end));
                   return 1e-6 * static_cast<double>(largest) * blocks * made / ms;
               }));
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

int main(int count, char **arguments) {
    if (count < 3) {
        std::fprintf(stderr, "usage: nvshmem (0 | 1) FILE [--rounds N] [--repetitions N] [--threads N] [--factor N]\n");
        return 2;
    }
    const int me = std::atoi(arguments[1]);
    CHECK(cudaSetDevice(me));
    CHECK(cudaFree(nullptr));
    nvshmemx_uniqueid_t id = meet(me, arguments[2]);
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    nvshmemx_set_attr_uniqueid_args(me, 2, &id, &attributes);
    nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes);

    job j{me,
          rows::number(count, arguments, "rounds", 1000),
          rows::number(count, arguments, "repetitions", 7),
          rows::number(count, arguments, "threads", 256),
          rows::number(count, arguments, "factor", 2),
          static_cast<char *>(nvshmem_malloc(largest * most_blocks)),
          static_cast<char *>(nvshmem_malloc(largest * most_blocks)),
          static_cast<std::uint64_t *>(nvshmem_calloc(1, sizeof(std::uint64_t))),
          nullptr};
    CHECK(cudaHostAlloc(&j.ns, sizeof *j.ns, cudaHostAllocMapped));

    for (size_t bytes = 4; bytes <= largest; bytes = bytes == 4 ? 8 : bytes * static_cast<size_t>(j.factor)) {
        j.latency(bytes);
    }
    j.barrier();
    for (int blocks = 1; blocks < most_blocks; blocks *= 4) j.bandwidth(blocks);
    j.bandwidth(most_blocks);
    nvshmem_finalize();
}
