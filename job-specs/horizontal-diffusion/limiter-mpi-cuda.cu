// The limiter's stencils as plain kernels, for the comparison with MPI and CUDA: a kernel for each, a block for each band.
#include "gpurma/kernel.h"
#include "limiter.cuh"

/// Field by field as in LimiterMpiCuda.java.
struct bands {
    layout where;
    int step;
    int begins_field, ends_field;  // whether this GPU's rows do
};

__device__ inline band band_of(const bands &with) {
    const int index = static_cast<int>(blockIdx.x);
    return band(with.where, index, with.begins_field != 0 && index == 0,
                with.ends_field != 0 && index == with.where.bands - 1);
}

GPURMA_KERNEL(lap, bands, with) { band_of(with).compute_lap(with.step); }

GPURMA_KERNEL(out, bands, with) { band_of(with).compute_out(with.step); }
