// CUDA's device functions for numbers and bits.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

using std::abs;
using std::isfinite;
using std::isinf;
using std::isnan;

template <typename A, typename B>
constexpr std::common_type_t<A, B> min(A a, B b) {
    return b < a ? static_cast<std::common_type_t<A, B>>(b) : static_cast<std::common_type_t<A, B>>(a);
}
template <typename A, typename B>
constexpr std::common_type_t<A, B> max(A a, B b) {
    return a < b ? static_cast<std::common_type_t<A, B>>(b) : static_cast<std::common_type_t<A, B>>(a);
}

inline float rsqrtf(float x) { return 1.0f / std::sqrt(x); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline float __expf(float x) { return std::exp(x); }
inline float __logf(float x) { return std::log(x); }
inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __fdividef(float x, float y) { return x / y; }
inline float __fmaf_rn(float x, float y, float z) { return std::fma(x, y, z); }
inline double __fma_rn(double x, double y, double z) { return std::fma(x, y, z); }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }

template <typename To, typename From>
inline To gpurma_emulator_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "same size");
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}
inline int __float_as_int(float x) { return gpurma_emulator_bits<int>(x); }
inline unsigned __float_as_uint(float x) { return gpurma_emulator_bits<unsigned>(x); }
inline float __int_as_float(int x) { return gpurma_emulator_bits<float>(x); }
inline float __uint_as_float(unsigned x) { return gpurma_emulator_bits<float>(x); }
inline long long __double_as_longlong(double x) { return gpurma_emulator_bits<long long>(x); }
inline double __longlong_as_double(long long x) { return gpurma_emulator_bits<double>(x); }

template <typename T>
inline T __ldg(const T *address) {
    return *address;
}
template <typename T>
inline T __ldcg(const T *address) {
    return *address;
}
template <typename T>
inline T __ldcs(const T *address) {
    return *address;
}
template <typename T>
inline void __stcs(T *address, T value) {
    *address = value;
}
