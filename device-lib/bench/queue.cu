// Flags and queues between a GPU and its host in all nine placements, and between two blocks of one GPU and of two.
//
//     nvcc -std=c++17 -O3 -arch=sm_90 -I ../include queue.cu -o queue -ldl
//     ./queue [--rounds N] [--repetitions N]
//     ./queue --other "Java host loop" --file /dev/shm/X        the host loop is another process on the same file
//
// A placement is two letters: where what the GPU writes for the host lies (ping), and where the answer (pong). H: pinned
// host memory; D: device memory that the host reaches through the CUDA runtime; G: device memory mapped by gdrcopy.
#include <cuda_runtime.h>

#include <cstring>
#include <memory>

#include "gdrcopy.h"
#include "gpurma/detail/backend.h"
#include "host_queue.h"

using host_queue::area;
using host_queue::entry;
using host_queue::give_up;
using host_queue::slots;

namespace device = gpurma::detail;

#define CHECK(call)                                                              \
    do {                                                                         \
        const cudaError_t error = (call);                                        \
        if (error != cudaSuccess) {                                              \
            std::fprintf(stderr, #call ": %s\n", cudaGetErrorString(error));     \
            std::exit(1);                                                        \
        }                                                                        \
    } while (false)

// ------------------------------------------------------------------------------------------------ device

struct plan {
    bool queue;  ///< entries of 64 B, else flags of 4 B
    int rounds, repetitions;
};

/// Written by one actor, read by the other. A flag is the first word of the ring.
struct channel {
    entry *ring;
    std::uint32_t *taken;
    bool same_device;  ///< both actors
};

constexpr std::uint64_t patience_ns = 60'000'000'000;

template <typename Arrived>
__device__ void await(Arrived arrived) {
    const std::uint64_t begin = device::device_time_ns();
    for (std::uint32_t polls = 1; !arrived(); polls++) {
        if (polls % 65536 == 0 && device::device_time_ns() - begin > patience_ns) __trap();
    }
}

__device__ std::uint32_t load_flag(const channel &from) {
    std::uint32_t *flag = &from.ring->pieces[0].sequence;
    return from.same_device ? device::device_word(*flag).load(cuda::memory_order_relaxed)
                            : device::system_word(*flag).load(cuda::memory_order_relaxed);
}

__device__ void store_flag(const channel &to, std::uint32_t value) {
    std::uint32_t *flag = &to.ring->pieces[0].sequence;
    if (to.same_device) {
        device::device_word(*flag).store(value, cuda::memory_order_relaxed);
    } else {
        device::system_word(*flag).store(value, cuda::memory_order_relaxed);
    }
}

/// One warp: its first four threads write a piece each.
__device__ void send(const plan &plan, const channel &to, std::uint32_t sequence) {
    if (!plan.queue) {
        if (threadIdx.x == 0) store_flag(to, sequence);
    } else if (threadIdx.x < 4) {
        // There is room: what was sent before has been answered.
        auto *slot = reinterpret_cast<device::piece *>(to.ring + (sequence - 1) % slots);
        device::store_piece(slot + threadIdx.x, device::piece{{sequence, threadIdx.x, 0}, sequence});
    }
}

__device__ void receive(const plan &plan, const channel &from, std::uint32_t sequence) {
    if (!plan.queue) {
        if (threadIdx.x == 0) await([&] { return load_flag(from) == sequence; });
        __syncwarp();
        return;
    }
    auto *slot = reinterpret_cast<device::piece *>(from.ring + (sequence - 1) % slots);
    await([&] {
        const bool here = threadIdx.x >= 4 || device::load_piece(slot + threadIdx.x).sequence == sequence;
        return __all_sync(0xffffffffu, here);
    });
    if (threadIdx.x != 0) return;
    if (from.same_device) {
        device::device_word(*from.taken).store(sequence, cuda::memory_order_relaxed);
    } else {
        device::system_word(*from.taken).store(sequence, cuda::memory_order_relaxed);
    }
}

/// `ns` has one time a repetition, the warm-up first; null on the side that answers.
__device__ void play(const plan &plan, const channel &out, const channel &in, bool first, std::uint64_t *ns) {
    std::uint32_t sequence = 0;
    for (int repetition = 0; repetition <= plan.repetitions; repetition++) {
        const std::uint64_t begin = device::device_time_ns();
        for (int i = 0; i < plan.rounds; i++) {
            sequence++;
            if (first) send(plan, out, sequence);
            receive(plan, in, sequence);
            if (!first) send(plan, out, sequence);
        }
        if (ns != nullptr && threadIdx.x == 0) ns[repetition] = device::device_time_ns() - begin;
    }
}

__global__ void one_side(plan plan, channel out, channel in, bool first, std::uint64_t *ns) {
    play(plan, out, in, first, ns);
}

__global__ void both_sides(plan plan, channel ping, channel pong, std::uint64_t *ns) {
    if (blockIdx.x == 0) play(plan, ping, pong, true, ns);
    if (blockIdx.x + 1 == gridDim.x) play(plan, pong, ping, false, nullptr);
}

// ------------------------------------------------------------------------------------------------ host

/// A channel as the host reaches it.
class host_channel {
   public:
    virtual ~host_channel() = default;
    virtual channel on_device() const = 0;
    virtual bool read(std::uint32_t slot, std::uint32_t sequence, entry &value) = 0;
    virtual void write(std::uint32_t slot, std::uint32_t sequence, const entry &value) = 0;
    virtual std::uint32_t read_flag() = 0;
    virtual void write_flag(std::uint32_t value) = 0;
    virtual void write_taken(std::uint32_t value) = 0;
};

struct storage {
    entry ring[slots];
    alignas(64) std::uint32_t taken;
};

/// Loads and stores: pinned host memory, and device memory mapped by gdrcopy.
class mapped_channel : public host_channel {
   public:
    mapped_channel(storage *host, storage *on_device, bool write_combined)
        : host_(host), device_(on_device), write_combined_(write_combined) {}

    channel on_device() const override { return {device_->ring, &device_->taken, false}; }
    bool read(std::uint32_t slot, std::uint32_t sequence, entry &value) override {
        return host_queue::take(host_->ring[slot], sequence, value);
    }
    void write(std::uint32_t slot, std::uint32_t sequence, const entry &value) override {
        host_queue::write(host_->ring[slot], sequence, value);
        flush();
    }
    std::uint32_t read_flag() override { return host_queue::load_acquire(host_->ring[0].pieces[0].sequence); }
    void write_flag(std::uint32_t value) override {
        host_queue::store_release(host_->ring[0].pieces[0].sequence, value);
        flush();
    }
    void write_taken(std::uint32_t value) override { host_queue::store_release(host_->taken, value); }

   private:
    void flush() const {
        // A store into write-combined memory leaves the core when the buffer is flushed.
        if (write_combined_) __builtin_ia32_sfence();
    }

    storage *host_, *device_;
    bool write_combined_;
};

/// Copies of the CUDA runtime, on a stream that runs beside the kernel. How much was taken is published twice a ring: it
/// costs a copy as well.
class copied_channel : public host_channel {
   public:
    explicit copied_channel(storage *on_device) : device_(on_device) {
        CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
        CHECK(cudaMallocHost(&staging_, sizeof(entry)));
    }
    ~copied_channel() override {
        cudaFreeHost(staging_);
        cudaStreamDestroy(stream_);
    }

    channel on_device() const override { return {device_->ring, &device_->taken, false}; }
    bool read(std::uint32_t slot, std::uint32_t sequence, entry &value) override {
        copy(staging_, device_->ring + slot, sizeof(entry), cudaMemcpyDeviceToHost);
        return host_queue::take(*staging_, sequence, value);
    }
    void write(std::uint32_t slot, std::uint32_t sequence, const entry &value) override {
        host_queue::write(*staging_, sequence, value);
        copy(device_->ring + slot, staging_, sizeof(entry), cudaMemcpyHostToDevice);
    }
    std::uint32_t read_flag() override {
        copy(staging_, &device_->ring[0].pieces[0].sequence, 4, cudaMemcpyDeviceToHost);
        return staging_->pieces[0].word[0];
    }
    void write_flag(std::uint32_t value) override {
        staging_->pieces[0].word[0] = value;
        copy(&device_->ring[0].pieces[0].sequence, staging_, 4, cudaMemcpyHostToDevice);
    }
    void write_taken(std::uint32_t value) override {
        if (value % (slots / 2) != 0) return;
        staging_->pieces[0].word[0] = value;
        copy(&device_->taken, staging_, 4, cudaMemcpyHostToDevice);
    }

   private:
    void copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
        CHECK(cudaMemcpyAsync(to, from, bytes, kind, stream_));
        CHECK(cudaStreamSynchronize(stream_));
    }

    storage *device_;
    cudaStream_t stream_{};
    entry *staging_ = nullptr;
};

/// Answers everything, as host_queue::answer_all does for queues in host memory.
void host_loop(const plan &plan, host_channel &ping, host_channel &pong) {
    const char *late = "host loop: nothing came within a minute";
    const auto total = static_cast<std::uint32_t>(plan.rounds * (plan.repetitions + 1));
    entry taken{};
    for (std::uint32_t sequence = 1; sequence <= total; sequence++) {
        const std::uint32_t slot = (sequence - 1) % slots;
        if (plan.queue) {
            host_queue::await([&] { return ping.read(slot, sequence, taken); }, late);
            pong.write(slot, sequence, taken);
            ping.write_taken(sequence);
        } else {
            host_queue::await([&] { return ping.read_flag() == sequence; }, late);
            pong.write_flag(sequence);
        }
    }
}

// ------------------------------------------------------------------------------------------------ placements

gdrcopy mapper;
bool can_map = false;

void *device_memory() {
    // Whole pages of the GPU, aligned to them, for gdrcopy.
    constexpr size_t page = 65536;
    char *memory = nullptr;
    CHECK(cudaMalloc(&memory, 2 * page));
    CHECK(cudaMemset(memory, 0, 2 * page));
    CHECK(cudaDeviceSynchronize());
    return memory + (page - reinterpret_cast<std::uintptr_t>(memory) % page) % page;
}

/// Null where the placement is not to be had here. Lives until the end of the process: a few pages each.
std::unique_ptr<host_channel> place(char letter) {
    if (letter == 'H') {
        storage *host = nullptr;
        CHECK(cudaHostAlloc(&host, sizeof(storage), cudaHostAllocMapped));
        std::memset(host, 0, sizeof(storage));
        return std::make_unique<mapped_channel>(host, host, false);
    }
    auto *memory = static_cast<storage *>(device_memory());
    if (letter == 'D') return std::make_unique<copied_channel>(memory);
    void *mapped = can_map ? mapper.map(memory, 65536) : nullptr;
    if (mapped == nullptr) return nullptr;
    return std::make_unique<mapped_channel>(static_cast<storage *>(mapped), memory, true);
}

void report(const plan &plan, const char *implementation, const char *path, int threads, const std::uint64_t *ns) {
    std::vector<double> times;
    for (int i = 1; i <= plan.repetitions; i++) times.push_back(static_cast<double>(ns[i]) / 1e3 / plan.rounds);
    const char *operation = plan.queue ? "queue_round_trip" : "flag_round_trip";
    rows::print({implementation, operation, path, plan.queue ? 64 : 4, 2, threads, plan.rounds, "us"}, times);
}

void with_host(plan plan, const char *placement, std::uint64_t *ns) {
    const auto ping = place(placement[0]);
    const auto pong = place(placement[2]);
    if (ping == nullptr || pong == nullptr) {
        std::fprintf(stderr, "placement %s: skipped, no gdrcopy here\n", placement);
        return;
    }
    // A copy takes ten times as long as a load or a store.
    if (std::strchr(placement, 'D') != nullptr) plan.rounds = plan.rounds / 20 + 1;
    one_side<<<1, 32>>>(plan, ping->on_device(), pong->on_device(), true, ns);
    CHECK(cudaGetLastError());
    host_loop(plan, *ping, *pong);
    CHECK(cudaDeviceSynchronize());
    report(plan, "C++ host loop", placement, 32, ns);
}

/// The host loop is another process; the queues lie in a file that both map.
void with_other_host(const plan &plan, const char *other, const char *file, std::uint64_t *ns) {
    area &shared = host_queue::shared_file(file);
    CHECK(cudaHostRegister(&shared, sizeof shared, cudaHostRegisterMapped));
    area *mapped = nullptr;
    CHECK(cudaHostGetDevicePointer(&mapped, &shared, 0));
    host_queue::await_other_host(shared, static_cast<std::uint32_t>(plan.rounds * (plan.repetitions + 1)));
    one_side<<<1, 32>>>(plan, channel{mapped->ping, &mapped->ping_taken, false},
                        channel{mapped->pong, &mapped->pong_taken, false}, true, ns);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    report(plan, other, "H-H", 32, ns);
}

channel on_this_device(bool same_device) {
    auto *memory = static_cast<storage *>(device_memory());
    return {memory->ring, &memory->taken, same_device};
}

void on_one_gpu(const plan &plan, std::uint64_t *ns) {
    const channel ping = on_this_device(true), pong = on_this_device(true);
    int multiprocessors = 0;
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    // As many blocks as multiprocessors, so that the first and the last are far apart.
    both_sides<<<multiprocessors, 32>>>(plan, ping, pong, ns);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    report(plan, "cuda", "device", 32, ns);
}

void on_two_gpus(const plan &plan, std::uint64_t *ns) {
    int gpus = 0, reaches = 0;
    CHECK(cudaGetDeviceCount(&gpus));
    if (gpus > 1) CHECK(cudaDeviceCanAccessPeer(&reaches, 0, 1));
    if (gpus < 2 || reaches == 0) {
        std::fprintf(stderr, "two GPUs: skipped, %s\n", gpus < 2 ? "there is one" : "they have no peer access");
        return;
    }
    const channel pong = on_this_device(false);
    CHECK(cudaSetDevice(1));
    const cudaError_t back = cudaDeviceEnablePeerAccess(0, 0);
    if (back != cudaSuccess && back != cudaErrorPeerAccessAlreadyEnabled) CHECK(back);
    const channel ping = on_this_device(false);
    CHECK(cudaSetDevice(0));
    const cudaError_t there = cudaDeviceEnablePeerAccess(1, 0);
    if (there != cudaSuccess && there != cudaErrorPeerAccessAlreadyEnabled) CHECK(there);
    cudaGetLastError();

    CHECK(cudaSetDevice(1));
    one_side<<<1, 32>>>(plan, pong, ping, false, nullptr);
    CHECK(cudaGetLastError());
    CHECK(cudaSetDevice(0));
    one_side<<<1, 32>>>(plan, ping, pong, true, ns);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaSetDevice(1));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaSetDevice(0));
    report(plan, "cuda", "peer", 32, ns);
}

int main(int count, char **arguments) {
    const int rounds = rows::number(count, arguments, "rounds", 10000);
    const int repetitions = rows::number(count, arguments, "repetitions", 7);
    const char *other = rows::option(count, arguments, "other", nullptr);
    CHECK(cudaSetDevice(0));
    std::uint64_t *ns = nullptr;
    CHECK(cudaHostAlloc(&ns, sizeof(std::uint64_t) * static_cast<size_t>(repetitions + 1), cudaHostAllocMapped));
    if (other != nullptr) {
        with_other_host({true, rounds, repetitions}, other, rows::option(count, arguments, "file", ""), ns);
        return 0;
    }
    can_map = mapper.open();
    for (const bool queue : {false, true}) {
        const plan plan{queue, rounds, repetitions};
        for (const char *placement : {"H-H", "H-D", "H-G", "D-H", "D-D", "D-G", "G-H", "G-D", "G-G"}) {
            with_host(plan, placement, ns);
        }
        on_one_gpu(plan, ns);
        on_two_gpus(plan, ns);
    }
}
