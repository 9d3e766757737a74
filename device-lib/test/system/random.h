// Numbers from a seed, the same on every rank and in every thread.
#pragma once

/// Mixes what makes a choice unique into 64 bits (the finaliser of splitmix64).
__device__ inline unsigned long long mixed(unsigned long long a, unsigned long long b = 0, unsigned long long c = 0) {
    unsigned long long x = a + 0x9e3779b97f4a7c15ull * (b + 1) + 0xd1b54a32d192ed03ull * (c + 1);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/// One choice after the other.
struct choices {
    unsigned long long state;

    __device__ unsigned below(unsigned bound) {
        state = mixed(state);
        return static_cast<unsigned>((state >> 32) * bound >> 32);
    }
    __device__ bool one_in(unsigned n) { return below(n) == 0; }
};
