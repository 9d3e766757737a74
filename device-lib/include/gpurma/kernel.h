// Plain kernels: what a host program launches by name in jobs of `model: mpi-cuda`. No rank, no library.
#pragma once

/// Begins the definition of kernel `name`, which takes one struct by value:
///
///     struct scaling { double *values; double factor; };
///     GPURMA_KERNEL(scale, scaling, with) { with.values[threadIdx.x] *= with.factor; }
#if defined(GPURMA_EMULATOR)
#define GPURMA_KERNEL(name, arguments, parameter)                                              \
    static void name##_body(const arguments &parameter);                                       \
    extern "C" void name(const void *passed) {                                                 \
        name##_body(*static_cast<const arguments *>(passed));                                  \
    }                                                                                          \
    static void name##_body(const arguments &parameter)
#else
#define GPURMA_KERNEL(name, arguments, parameter) \
    extern "C" __global__ void name(const __grid_constant__ arguments parameter)
#endif
