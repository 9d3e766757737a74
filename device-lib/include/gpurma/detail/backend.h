// What the device library needs of the machine it runs on, once for CUDA and once for the emulator.
//
// Only acquire/release operations at a named scope and whole 16 B pieces cross between threads of different blocks,
// GPUs or the host; nothing relies on volatile.
#pragma once

#include <cstdint>

#include "gpurma/detail/records.h"

/// A device function that is worth a call: on no fast path, and too long to stand at every place that uses it.
#define GPURMA_OUT_OF_LINE __device__ __noinline__ inline

/// The other branch is the one that programs spend their time in; this one may stand out of its way.
#define GPURMA_SELDOM(condition) __builtin_expect((condition) ? 1 : 0, 0)
#define GPURMA_OFTEN(condition) __builtin_expect((condition) ? 1 : 0, 1)

#if defined(__CUDACC__)
#include "gpurma/detail/backend_cuda.h"
#elif defined(GPURMA_EMULATOR)
#include "gpurma/detail/backend_emulator.h"
#else
#error "GPU RMA programs are compiled by nvcc, or by g++ with -include gpurma/emulator/cuda.h"
#endif
