// The two halves of a step as plain kernels, for the comparison with MPI and CUDA.
#include "gpurma/kernel.h"
#include "particles.cuh"

GPURMA_KERNEL(move_all, box, where) {
    move_particles(where, span_of(where, static_cast<int>(blockIdx.x), static_cast<int>(gridDim.x)));
}

GPURMA_KERNEL(list_all, box, where) {
    list_particles(where, span_of(where, static_cast<int>(blockIdx.x), static_cast<int>(gridDim.x)));
}
