// The device's side of the queue ping-pong, and a host's side in C++ to compare the Java one with. A round: the device
// writes an entry of four pieces, the host answers with an access of three pieces in the lane.
//
//   g++ -O3 -std=c++17 -shared -fPIC -pthread -x c++ queue_ping_pong.cu -o libqueue_ping_pong.so     a thread as device
//   nvcc -O3 -std=c++17 -arch=native -shared -Xcompiler -fPIC queue_ping_pong.cu -o libqueue_ping_pong.so
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>

#if defined(__CUDACC__)
#define DEVICE __device__
#else
#include <emmintrin.h>
#define DEVICE
#endif

namespace {

struct alignas(16) piece {
    std::uint32_t word[3];
    std::uint32_t sequence;
};

constexpr std::uint32_t command_slots = 64, lane_pieces = 1024;
constexpr int entry_pieces = 4, access_pieces = 3;

/// QueuePingPong.java names these offsets too.
struct alignas(64) shared {
    piece commands[command_slots * entry_pieces];
    alignas(64) std::uint32_t commands_consumed;
    alignas(64) piece lane[lane_pieces];
    alignas(64) std::uint32_t lane_consumed;
};

shared *memory;

#if defined(__CUDACC__)

std::uint64_t *elapsed;

DEVICE void store(piece *to, piece value) {
    asm volatile("st.relaxed.sys.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(value.word[0]), "r"(value.word[1]),
                 "r"(value.word[2]), "r"(value.sequence)
                 : "memory");
}

DEVICE std::uint32_t sequence_of(const piece *from) {
    piece value;
    asm volatile("ld.relaxed.sys.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(value.word[0]), "=r"(value.word[1]), "=r"(value.word[2]), "=r"(value.sequence)
                 : "l"(from)
                 : "memory");
    return value.sequence;
}

DEVICE std::uint64_t now() {
    std::uint64_t time;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    return time;
}

/// One warp: a thread a piece.
__global__ void play(shared *queues, std::uint32_t rounds, std::uint64_t *time) {
    const int lane = threadIdx.x;
    const std::uint64_t start = now();
    for (std::uint32_t round = 0; round < rounds; round++) {
        if (lane < entry_pieces) {
            store(queues->commands + (round % command_slots) * entry_pieces + lane, {{round, 7, 8}, round + 1});
        }
        const std::uint32_t awaited = round * access_pieces + lane;
        bool arrived;
        do {
            arrived = lane >= access_pieces || sequence_of(queues->lane + awaited % lane_pieces) == awaited + 1;
        } while (!__all_sync(~0u, arrived));
        if (lane == 0) {
            asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(&queues->lane_consumed), "r"(awaited + access_pieces)
                         : "memory");
        }
    }
    if (lane == 0) *time = now() - start;
}

void check(cudaError_t result) {
    if (result != cudaSuccess) std::abort();
}

#else

std::thread device;
std::uint64_t elapsed;

void store(piece *to, piece value) {
    __m128i bits;
    std::memcpy(&bits, &value, sizeof bits);
    _mm_store_si128(reinterpret_cast<__m128i *>(to), bits);
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

std::uint32_t sequence_of(const piece *from) { return __atomic_load_n(&from->sequence, __ATOMIC_ACQUIRE); }

std::uint64_t now() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
}

void play(shared *queues, std::uint32_t rounds, std::uint64_t *time) {
    const std::uint64_t start = now();
    for (std::uint32_t round = 0; round < rounds; round++) {
        for (int i = 0; i < entry_pieces; i++) {
            store(queues->commands + (round % command_slots) * entry_pieces + i, {{round, 7, 8}, round + 1});
        }
        const std::uint32_t last = round * access_pieces + access_pieces - 1;
        while (sequence_of(queues->lane + last % lane_pieces) != last + 1) {
        }
        __atomic_store_n(&queues->lane_consumed, last + 1, __ATOMIC_RELEASE);
    }
    *time = now() - start;
}

#endif

}  // namespace

extern "C" {

/// The queues, zeroed, in memory that both sides reach.
void *ping_pong_memory() {
    if (memory == nullptr) {
#if defined(__CUDACC__)
        check(cudaHostAlloc(&memory, sizeof *memory, cudaHostAllocMapped));
        check(cudaHostAlloc(&elapsed, sizeof *elapsed, cudaHostAllocMapped));
#else
        memory = new shared;
#endif
    }
    std::memset(static_cast<void *>(memory), 0, sizeof *memory);
    return memory;
}

void ping_pong_start(std::uint32_t rounds) {
#if defined(__CUDACC__)
    play<<<1, 32>>>(memory, rounds, elapsed);
    check(cudaGetLastError());
#else
    device = std::thread(play, memory, rounds, &elapsed);
#endif
}

/// Nanoseconds from the first entry to the last answer, by the device's clock.
std::uint64_t ping_pong_end() {
#if defined(__CUDACC__)
    check(cudaDeviceSynchronize());
    return *elapsed;
#else
    device.join();
    return elapsed;
#endif
}

/// What QueuePingPong.java does with the classes of the runtime.
void ping_pong_host(std::uint32_t rounds) {
    for (std::uint32_t round = 0; round < rounds; round++) {
        const piece *entry = memory->commands + (round % command_slots) * entry_pieces;
        for (int i = 0; i < entry_pieces; i++) {
            while (__atomic_load_n(&entry[i].sequence, __ATOMIC_ACQUIRE) != round + 1) {
            }
        }
        const std::uint32_t words[3] = {entry[0].word[0], entry[0].word[1], entry[0].word[2]};
        for (std::uint32_t i = 0; i < access_pieces; i++) {
            const std::uint32_t number = round * access_pieces + i;
            piece *to = memory->lane + number % lane_pieces;
            to->word[0] = words[0];
            to->word[1] = words[1];
            to->word[2] = words[2];
            __atomic_store_n(&to->sequence, number + 1, __ATOMIC_RELEASE);
        }
        __atomic_store_n(&memory->commands_consumed, round + 1, __ATOMIC_RELEASE);
    }
}

}  // extern "C"
