// CUDA's built-in vector types.
#pragma once

#include "gpurma/emulator/engine.h"

using uint3 = gpurma_emulator_index;

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

#define GPURMA_VECTOR_TYPES(name, type)                                                          \
    struct name##1 {                                                                             \
        type x;                                                                                  \
    };                                                                                           \
    struct alignas(2 * sizeof(type)) name##2 {                                                   \
        type x, y;                                                                               \
    };                                                                                           \
    struct alignas(4 * sizeof(type) > 16 ? 16 : 4 * sizeof(type)) name##4 {                      \
        type x, y, z, w;                                                                         \
    };                                                                                           \
    constexpr name##1 make_##name##1(type x) { return {x}; }                                     \
    constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }                          \
    constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

#define GPURMA_VECTOR_TYPE_3(name, type)                                                         \
    struct name##3 {                                                                             \
        type x, y, z;                                                                            \
    };                                                                                           \
    constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }

GPURMA_VECTOR_TYPES(char, signed char)
GPURMA_VECTOR_TYPES(uchar, unsigned char)
GPURMA_VECTOR_TYPES(short, short)
GPURMA_VECTOR_TYPES(ushort, unsigned short)
GPURMA_VECTOR_TYPES(int, int)
GPURMA_VECTOR_TYPES(uint, unsigned)
GPURMA_VECTOR_TYPES(longlong, long long)
GPURMA_VECTOR_TYPES(ulonglong, unsigned long long)
GPURMA_VECTOR_TYPES(float, float)
GPURMA_VECTOR_TYPES(double, double)
GPURMA_VECTOR_TYPE_3(char, signed char)
GPURMA_VECTOR_TYPE_3(uchar, unsigned char)
GPURMA_VECTOR_TYPE_3(short, short)
GPURMA_VECTOR_TYPE_3(ushort, unsigned short)
GPURMA_VECTOR_TYPE_3(int, int)
GPURMA_VECTOR_TYPE_3(longlong, long long)
GPURMA_VECTOR_TYPE_3(ulonglong, unsigned long long)
GPURMA_VECTOR_TYPE_3(float, float)
GPURMA_VECTOR_TYPE_3(double, double)
constexpr uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }

#undef GPURMA_VECTOR_TYPES
#undef GPURMA_VECTOR_TYPE_3
