// What the CUDA runtime's copies cost, asked for by the host: within a GPU, and from one to the next (cudaMemcpyPeer).
//
//     nvcc -std=c++17 -O3 -arch=sm_90 copies.cu -o copies
//     ./copies [--rounds N] [--repetitions N] [--largest BYTES] [--factor N]
//
// put_flush is one copy until the host knows that it is done; put_stream are copies one behind the other.
#include <cuda_runtime.h>

#include "rows.h"

#define CHECK(call)                                                          \
    do {                                                                     \
        const cudaError_t error = (call);                                    \
        if (error != cudaSuccess) {                                          \
            std::fprintf(stderr, #call ": %s\n", cudaGetErrorString(error)); \
            std::exit(1);                                                    \
        }                                                                    \
    } while (false)

struct pair {
    const char *implementation, *path;
    int from, to;
    char *source, *target;
    cudaStream_t stream;

    void copy(size_t bytes) const { CHECK(cudaMemcpyPeerAsync(target, to, source, from, bytes, stream)); }
};

static pair connect(int from, int to, size_t bytes) {
    pair p{from == to ? "cudaMemcpy" : "cudaMemcpyPeer", from == to ? "device" : "peer", from, to, nullptr, nullptr, {}};
    CHECK(cudaSetDevice(to));
    CHECK(cudaMalloc(&p.target, bytes));
    CHECK(cudaSetDevice(from));
    CHECK(cudaMalloc(&p.source, bytes));
    CHECK(cudaStreamCreateWithFlags(&p.stream, cudaStreamNonBlocking));
    int reaches = 0;
    if (from != to) CHECK(cudaDeviceCanAccessPeer(&reaches, from, to));
    if (reaches != 0) CHECK(cudaDeviceEnablePeerAccess(to, 0));
    return p;
}

static void measure(const pair &p, size_t bytes, int rounds, int repetitions) {
    std::vector<double> latencies, bandwidths;
    for (int repetition = -1; repetition < repetitions; repetition++) {
        rows::stopwatch each;
        for (int i = 0; i < rounds; i++) {
            p.copy(bytes);
            CHECK(cudaStreamSynchronize(p.stream));
        }
        if (repetition >= 0) latencies.push_back(each.us() / rounds);
        rows::stopwatch all;
        for (int i = 0; i < rounds; i++) p.copy(bytes);
        CHECK(cudaStreamSynchronize(p.stream));
        if (repetition >= 0) bandwidths.push_back(1e-3 * static_cast<double>(bytes) * rounds / all.us());
    }
    const long size = static_cast<long>(bytes);
    rows::print({p.implementation, "put_flush", p.path, size, 2, 1, rounds, "us"}, latencies);
    rows::print({p.implementation, "put_stream", p.path, size, 2, 1, rounds, "GB/s"}, bandwidths);
}

int main(int count, char **arguments) {
    const int rounds = rows::number(count, arguments, "rounds", 500);
    const int repetitions = rows::number(count, arguments, "repetitions", 7);
    const auto largest = static_cast<size_t>(rows::number(count, arguments, "largest", 1 << 28));
    const auto factor = static_cast<size_t>(rows::number(count, arguments, "factor", 4));
    int gpus = 0;
    CHECK(cudaGetDeviceCount(&gpus));
    for (int to = 0; to < gpus && to < 2; to++) {
        const pair p = connect(0, to, largest);
        for (size_t bytes = 4; bytes <= largest; bytes = bytes == 4 ? 8 : bytes * factor) {
            const int fewer = rows::rounds_for(rounds, static_cast<long>(bytes));
            measure(p, bytes, bytes > (1 << 20) ? fewer / 5 + 1 : fewer, repetitions);
        }
    }
    if (gpus < 2) std::fprintf(stderr, "cudaMemcpyPeer: skipped, there is one GPU\n");
}
