// Real GPUs. Where there are fewer than asked for, several kernels share one.
#include <cuda_runtime.h>

#include <cstring>
#include <stdexcept>
#include <vector>

#include "machine.h"

namespace test_host {

namespace {

void check(cudaError_t result, const char *what) {
    if (result != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(result));
}

/// Itanium C++ ABI name of `void entry(gpurma_context *)`.
std::string mangled(const std::string &entry) {
    return "_Z" + std::to_string(entry.size()) + entry + "P14gpurma_context";
}

class cuda_machine : public machine {
   public:
    cuda_machine(int gpus, const std::string &program, const std::string &entry) : streams_(gpus), faults_(gpus) {
        check(cudaGetDeviceCount(&devices_), "counting GPUs");
        for (int device = 0; device < devices_ && device < gpus; device++) reach_the_others(device, gpus);
        for (int gpu = 0; gpu < gpus; gpu++) {
            use(gpu);
            check(cudaStreamCreateWithFlags(&streams_[gpu], cudaStreamNonBlocking), "stream");
        }
        use(0);
        check(cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking), "stream");
        cudaLibrary_t library;
        check(cudaLibraryLoadFromFile(&library, program.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0), "loading the program");
        check(cudaLibraryGetKernel(&kernel_, library, mangled(entry).c_str()), "finding the kernel");
    }

    std::uint64_t allocate_on_device(int gpu, std::size_t bytes) override {
        use(gpu);
        void *memory = nullptr;
        check(cudaMalloc(&memory, bytes), "device memory");
        check(cudaMemset(memory, 0, bytes), "device memory");
        check(cudaDeviceSynchronize(), "device memory");
        return reinterpret_cast<std::uint64_t>(memory);
    }

    char *allocate_on_host(std::size_t bytes) override {
        void *memory = nullptr;
        check(cudaHostAlloc(&memory, bytes, cudaHostAllocMapped | cudaHostAllocPortable), "pinned memory");
        std::memset(memory, 0, bytes);
        return static_cast<char *>(memory);
    }

    void copy_in(std::uint64_t to, const void *from, std::size_t bytes) override {
        copy(reinterpret_cast<void *>(to), from, bytes);
    }
    void copy_out(void *to, std::uint64_t from, std::size_t bytes) override {
        copy(to, reinterpret_cast<const void *>(from), bytes);
    }

    void forbid(std::uint64_t, std::size_t) override {}
    void allow(std::uint64_t, std::size_t) override {}

    void launch(int gpu, std::uint32_t blocks, std::uint32_t threads, std::uint64_t context) override {
        use(gpu);
        void *arguments[] = {&context};
        check(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel_), dim3(blocks), dim3(threads),
                                          arguments, 0, streams_[gpu]),
              "launch");
    }

    run_state state(int gpu) override {
        use(gpu);
        const cudaError_t result = cudaStreamQuery(streams_[gpu]);
        if (result == cudaErrorNotReady) return run_state::running;
        if (result == cudaSuccess) return run_state::ended;
        faults_[gpu] = result;
        return run_state::faulted;
    }

    std::string fault(int gpu) override {
        return faults_[gpu] == cudaErrorIllegalAddress ? "illegal address" : cudaGetErrorString(faults_[gpu]);
    }

   private:
    void use(int gpu) { check(cudaSetDevice(gpu % devices_), "choosing a GPU"); }

    void reach_the_others(int device, int gpus) {
        use(device);
        for (int other = 0; other < devices_ && other < gpus; other++) {
            if (other != device) check(cudaDeviceEnablePeerAccess(other, 0), "peer access");
        }
    }

    /// In a stream of its own: the kernels do not end before what is copied arrives.
    void copy(void *to, const void *from, std::size_t bytes) {
        use(0);
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, copies_), "copy");
        check(cudaStreamSynchronize(copies_), "copy");
    }

    int devices_ = 0;
    cudaKernel_t kernel_ = nullptr;
    cudaStream_t copies_ = nullptr;
    std::vector<cudaStream_t> streams_;
    std::vector<cudaError_t> faults_;
};

}  // namespace

std::unique_ptr<machine> make_machine(int gpus, const std::string &program, const std::string &entry) {
    return std::make_unique<cuda_machine>(gpus, program, entry);
}

}  // namespace test_host
