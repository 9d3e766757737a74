// CUDA's kernel language for g++, as far as GPU RMA programs need it: qualifiers, built-in variables and vector types,
// barriers, warp votes and shuffles, atomics, fences. `-include`d before a program's source.
//
// Not here: dynamic shared memory, textures, cooperative groups, kernel launches, libcu++.
#pragma once

#ifndef GPURMA_EMULATOR
#define GPURMA_EMULATOR 1
#endif

#include <cassert>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
// Before __noinline__ becomes a macro: this header spells an attribute that way.
#include <memory>
#include <type_traits>

#include "gpurma/emulator/engine.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __constant__ static
#define __align__(n) alignas(n)
// A block is an OS thread, its CUDA threads are fibers on it: thread_local is shared by exactly the block.
#define __shared__ thread_local

#include "gpurma/emulator/ordering.h"
#include "gpurma/emulator/vector_types.h"

#define threadIdx (gpurma_emulator_here()->thread)
#define blockIdx (gpurma_emulator_here()->block)
#define blockDim (gpurma_emulator_here()->block_size)
#define gridDim (gpurma_emulator_here()->grid_size)
constexpr int warpSize = 32;

// ------------------------------------------------------------------------------------------------ synchronisation

inline void __syncthreads() { gpurma_emulator_barrier(0); }
inline int __syncthreads_count(int predicate) { return gpurma_emulator_barrier(predicate != 0); }
inline int __syncthreads_or(int predicate) { return gpurma_emulator_barrier(predicate != 0) > 0; }
inline int __syncthreads_and(int predicate) { return gpurma_emulator_barrier(predicate == 0) == 0; }
inline void __threadfence() { gpurma_emulator::full_fence(); }
inline void __threadfence_block() { gpurma_emulator::full_fence(); }
inline void __threadfence_system() { gpurma_emulator::full_fence(); }
inline void __nanosleep(unsigned) { gpurma_emulator_relax(64); }
inline void __trap() { gpurma_emulator_trap("__trap()"); }
inline long long clock64() { return static_cast<long long>(gpurma_emulator_time_ns()); }
inline long clock() { return static_cast<long>(gpurma_emulator_time_ns()); }

#include "gpurma/emulator/atomics.h"
#include "gpurma/emulator/math.h"
#include "gpurma/emulator/warp.h"
