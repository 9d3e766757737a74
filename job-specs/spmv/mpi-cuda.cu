// The product and the sum of two vectors as plain kernels, for the comparison with MPI and CUDA.
#include "gpurma/kernel.h"
#include "sparse.cuh"

/// Field by field as in Kernels.java.
struct product {
    block_of_matrix a;
    const double *b;
    const double *factor;  // on the GPU, or null: the next is it
    double given_factor;
    double *x;
};

GPURMA_KERNEL(multiply_rows, product, with) {
    const slice rows = slice_of(with.a.height, static_cast<int>(blockIdx.x), static_cast<int>(gridDim.x));
    multiply(with.a, with.b, with.factor == nullptr ? with.given_factor : *with.factor, with.x, rows);
}

/// Field by field as in Kernels.java.
struct pair_of_vectors {
    double *to;
    const double *from;
    int length;
};

GPURMA_KERNEL(add_vector, pair_of_vectors, with) {
    add(with.to, with.from, slice_of(with.length, static_cast<int>(blockIdx.x), static_cast<int>(gridDim.x)));
}

GPURMA_KERNEL(copy_vector, pair_of_vectors, with) {
    const slice own = slice_of(with.length, static_cast<int>(blockIdx.x), static_cast<int>(gridDim.x));
    for (int i = own.begin + static_cast<int>(threadIdx.x); i < own.end; i += static_cast<int>(blockDim.x)) {
        with.to[i] = with.from[i];
    }
}

/// A part of the sum of squares for each block.
GPURMA_KERNEL(square_vector, pair_of_vectors, with) {
    const slice own = slice_of(with.length, static_cast<int>(blockIdx.x), static_cast<int>(gridDim.x));
    const double sum = sum_of_squares(with.from, own);
    if (threadIdx.x == 0) with.to[blockIdx.x] = sum;
}

/// One block: the sum of the parts, and the factor that makes a vector of that square one of norm 1.
GPURMA_KERNEL(normalise, pair_of_vectors, with) {
    double own = 0.0;
    for (int i = static_cast<int>(threadIdx.x); i < with.length; i += static_cast<int>(blockDim.x)) own += with.from[i];
    const double sum = sum_of_block(own);
    if (threadIdx.x == 0) {
        with.to[0] = 1.0 / sqrt(sum);
        with.to[1] = sum;
    }
}
