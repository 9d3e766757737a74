// What the counters cost: the same measurements with a library that counts nothing.
#define GPURMA_NO_COUNTERS
#include "puts.cuh"

__global__ void bench_put(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    measure_puts(gpurma, gst);
}
