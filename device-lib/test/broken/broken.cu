// Each kernel is broken in a way that only a sanitizer sees: every sanitizer must find what is its own. The names of
// the sanitizer and of the kernel stand before what it must say.
//
// expect address in reads_past_its_allocation: use-after-poison
// expect address in reads_freed_memory: use-after-poison
// expect address in reads_past_a_stack_array: stack-buffer-overflow
// expect address in shifts_too_far: shift exponent 40 is too large
// expect address in reads_a_word_at_an_odd_address: misaligned address
// expect thread in forgets_a_barrier: data race
// expect thread in forgets_to_join_the_warp: data race
// expect thread in forgets_to_wait_for_the_notification: data race
// expect thread in overwrites_what_is_being_read: data race
// expect thread in forgets_the_fence_before_a_flag: data race
// expect thread in forgets_the_acquire_behind_a_flag: data race
// expect thread in forgets_the_threadfence_before_an_atomic: data race
#include "gpurma_device.cu.h"

namespace {

/// Keeps the compiler from seeing what is wrong.
template <typename T>
__device__ T opaque(T value) {
    volatile T hidden = value;
    return hidden;
}

__device__ int *allocate(gpurma_context_handle gpurma, gpurma_state &gst, int count) {
    gpurma_gpu_init(gpurma, gst);
    return static_cast<int *>(gpurma_mem_alloc(gst, count * sizeof(int)));
}

/// 200 ms in which the rank tells the others nothing: an order that comes about later would hide the race.
__device__ void linger() {
    const std::uint64_t begin = gpurma::detail::device_time_ns();
    while (threadIdx.x == 0 && gpurma::detail::device_time_ns() - begin < 200000000) gpurma::detail::relax(1000);
}

struct pair_of_ranks {
    int rank;
    int *inbox;
    gpurma_win window;
};

/// Rank 0 puts 4 B into the inbox of rank 1.
__device__ pair_of_ranks put_to_rank_1(gpurma_context_handle gpurma, gpurma_state &gst, int count) {
    pair_of_ranks p;
    p.inbox = allocate(gpurma, gst, count);
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &p.rank);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, p.inbox, count * static_cast<int>(sizeof(int)), &p.window);
    if (p.rank == 0) {
        gpurma_put_notify(gst, p.window, 1, 0, count * static_cast<int>(sizeof(int)), p.inbox, 0);
        linger();
    }
    return p;
}

__device__ unsigned flag = 0;
__device__ unsigned guarded = 0;

}  // namespace

__global__ void reads_past_its_allocation(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    const int *memory = allocate(gpurma, gst, 16);
    GPURMA_ASSERT(gst, opaque(memory)[16] == 0);
    gpurma_gpu_finish(gst);
}

__global__ void reads_freed_memory(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    int *memory = allocate(gpurma, gst, 16);
    gpurma_mem_free(gst, memory);
    GPURMA_ASSERT(gst, opaque(memory)[0] == 0);
    gpurma_gpu_finish(gst);
}

__global__ void reads_past_a_stack_array(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    volatile int local[4] = {};
    volatile int *element = local;
    GPURMA_ASSERT(gst, opaque(element)[4] == 0);
    gpurma_gpu_finish(gst);
}

__global__ void shifts_too_far(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    GPURMA_ASSERT(gst, opaque(1) << opaque(40) != 0);
    gpurma_gpu_finish(gst);
}

__global__ void reads_a_word_at_an_odd_address(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    const char *memory = reinterpret_cast<char *>(allocate(gpurma, gst, 16));
    GPURMA_ASSERT(gst, *reinterpret_cast<const int *>(opaque(memory) + 1) == 0);
    gpurma_gpu_finish(gst);
}

/// Thread 0 writes shared memory that the others read at once.
__global__ void forgets_a_barrier(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    __shared__ int shared;
    gpurma_gpu_init(gpurma, gst);
    if (threadIdx.x == 0) shared = 1;
    GPURMA_ASSERT(gst, opaque(shared) >= 0);
    gpurma_gpu_finish(gst);
}

__global__ void forgets_to_join_the_warp(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    __shared__ int shared[32];
    gpurma_gpu_init(gpurma, gst);
    if (threadIdx.x < 32) {
        shared[threadIdx.x] = static_cast<int>(threadIdx.x);
        GPURMA_ASSERT(gst, opaque(shared[31 - threadIdx.x]) >= 0);
    }
    gpurma_gpu_finish(gst);
}

/// Rank 1 reads its inbox without having matched the notification.
__global__ void forgets_to_wait_for_the_notification(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    const pair_of_ranks p = put_to_rank_1(gpurma, gst, 1024);
    if (p.rank == 1) GPURMA_ASSERT(gst, opaque(p.inbox)[7] == 0);
    gpurma_gpu_finish(gst);
}

/// Rank 0 puts a second time while rank 1 still reads what came first.
__global__ void overwrites_what_is_being_read(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    const pair_of_ranks p = put_to_rank_1(gpurma, gst, 1024);
    if (p.rank == 0) {
        gpurma_put_notify(gst, p.window, 1, 0, 4096, p.inbox, 1);
        linger();
    } else {
        gpurma_wait_notifications(gst, p.window, 0, 0, 1);
        GPURMA_ASSERT(gst, opaque(p.inbox)[7] == 0);
        gpurma_wait_notifications(gst, p.window, 0, 1, 1);
    }
    gpurma_gpu_finish(gst);
}

/// The library's own means, used wrongly: a relaxed store publishes nothing without a fence before it.
__global__ void forgets_the_fence_before_a_flag(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    if (threadIdx.x == 0 && gst.device_rank == 0) {
        guarded = 1;
        gpurma::detail::store_relaxed_system(&flag, 1);
    }
    if (threadIdx.x == 0 && gst.device_rank == 1) {
        for (unsigned polls = 0; gpurma::detail::load_acquire_system(&flag) == 0; polls++) gpurma::detail::relax(polls);
        GPURMA_ASSERT(gst, opaque(guarded) == 1);
    }
    gpurma_gpu_finish(gst);
}

__global__ void forgets_the_acquire_behind_a_flag(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    if (threadIdx.x == 0 && gst.device_rank == 0) {
        guarded = 1;
        gpurma::detail::store_release_system(&flag, 1);
    }
    if (threadIdx.x == 0 && gst.device_rank == 1) {
        for (unsigned polls = 0; gpurma::detail::load_relaxed_system(&flag) == 0; polls++) gpurma::detail::relax(polls);
        GPURMA_ASSERT(gst, opaque(guarded) == 1);
    }
    gpurma_gpu_finish(gst);
}

__global__ void forgets_the_threadfence_before_an_atomic(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    if (threadIdx.x == 0 && gst.device_rank == 0) {
        guarded = 1;
        atomicExch(&flag, 1u);
    }
    if (threadIdx.x == 0 && gst.device_rank == 1) {
        for (unsigned polls = 0; atomicAdd(&flag, 0u) == 0; polls++) gpurma::detail::relax(polls);
        __threadfence();
        GPURMA_ASSERT(gst, opaque(guarded) == 1);
    }
    gpurma_gpu_finish(gst);
}
