// Kernels that use CUDA's language itself, without the library. The context is an array of results.
#include <cstdint>

struct gpurma_context;

namespace {
__device__ std::int64_t *results_of(gpurma_context *context) { return reinterpret_cast<std::int64_t *>(context); }
}  // namespace

__device__ int all_blocks = 0;

/// Each block sums its thread indices in shared memory; results[block] is the sum.
__global__ void sum_in_shared_memory(gpurma_context *context) {
    __shared__ int parts[1024];
    parts[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) results_of(context)[blockIdx.x] = parts[0];
}

/// results[0]: atomic additions of all threads; results[1]: their votes at the barrier.
__global__ void add_atomically(gpurma_context *context) {
    atomicAdd(&all_blocks, 1);
    const int odd = __syncthreads_count(threadIdx.x % 2);
    if (threadIdx.x == 0) {
        results_of(context)[0] = atomicAdd(&all_blocks, 0);
        results_of(context)[1] = odd;
    }
}

/// Per warp: results[4 * warp ..] ballot of odd lanes, sum by shuffles, lane 5's value, all-lanes vote.
__global__ void use_warps(gpurma_context *context) {
    const unsigned lane = threadIdx.x % 32;
    int sum = static_cast<int>(threadIdx.x);
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, static_cast<unsigned>(step));
    const unsigned odd = __ballot_sync(0xffffffffu, lane % 2);
    const int five = __shfl_sync(0xffffffffu, static_cast<int>(threadIdx.x), 5);
    const int all = __all_sync(0xffffffffu, lane < 32);
    if (lane == 0) {
        std::int64_t *out = results_of(context) + threadIdx.x / 32 * 4;
        out[0] = odd;
        out[1] = sum;
        out[2] = five;
        out[3] = all;
    }
}

/// The halves of a warp exchange apart; results[thread] is the minimum of its half.
__global__ void use_half_warps(gpurma_context *context) {
    const unsigned mask = threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u;
    results_of(context)[threadIdx.x] = __reduce_min_sync(mask, static_cast<int>(threadIdx.x));
}

/// Odd threads leave early; the others still meet. results[0]: threads at the second barrier.
__global__ void leave_early(gpurma_context *context) {
    if (threadIdx.x % 2 == 1) return;
    const int present = __syncthreads_count(1);
    if (threadIdx.x == 0) results_of(context)[0] = present;
}

/// Block 1 thread 3 writes to address 8; the compiler must not see that it does.
volatile std::uintptr_t nowhere = 8;
__global__ void write_to_nowhere(gpurma_context *) {
    if (blockIdx.x == 1 && threadIdx.x == 3) *reinterpret_cast<volatile int *>(nowhere) = 1;
}

/// Block 0 recurses until its stack ends.
volatile int deepest = INT_MAX;
__device__ __noinline__ int recurse(int depth) {
    volatile char frame[512];
    frame[0] = static_cast<char>(depth);
    return depth == deepest ? 0 : recurse(depth + 1) + frame[0];
}
__global__ void overflow_the_stack(gpurma_context *context) { results_of(context)[0] = recurse(0); }

/// Half of the threads wait at a barrier, the others at a warp operation.
__global__ void wait_for_each_other(gpurma_context *) {
    if (threadIdx.x % 2 == 0) {
        __syncthreads();
    } else {
        __syncwarp(0xffffffffu);
    }
}

/// Block 0 writes plainly and says so behind a fence; block 1 sees it, fences and reads. results[0]: what it read.
__device__ int message = 0;
__device__ int announced = 0;
__global__ void pass_by_fences(gpurma_context *context) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        message = 42;
        __threadfence();
        atomicExch(&announced, 1);
    } else {
        for (unsigned polls = 0; atomicAdd(&announced, 0) == 0; polls++) gpurma_emulator_relax(polls);
        __threadfence();
        results_of(context)[0] = message;
    }
}

namespace space {
/// A kernel in a namespace; results[0] = 42.
__global__ void qualified(gpurma_context *context) { results_of(context)[0] = 42; }
}  // namespace space

/// Block 0 waits for block 1 through memory; more blocks than cores still make progress.
__global__ void pass_the_turn(gpurma_context *context) {
    std::int64_t *turn = results_of(context);
    if (threadIdx.x == 0) {
        for (unsigned polls = 0; __atomic_load_n(turn, __ATOMIC_ACQUIRE) != static_cast<std::int64_t>(blockIdx.x); polls++) {
            gpurma_emulator_relax(polls);
        }
        __atomic_store_n(turn, static_cast<std::int64_t>(blockIdx.x) + 1, __ATOMIC_RELEASE);
    }
    __syncthreads();
}
