// The stencils as plain kernels, for the comparison with MPI and CUDA: a kernel for each, a block for each band.
#include "gpurma/kernel.h"
#include "stencils.cuh"

/// Field by field as in Fields.java.
struct bands {
    layout where;
    double *kept;  // for keep: band, row, column
    int set;
    int height;   // of the threads
    int swapped;  // whether in and out have changed places
};

__device__ inline band band_of(const bands &with) {
    band own = band::of(with.where, with.set, static_cast<int>(blockIdx.x));
    if (with.swapped != 0) own.swap();
    return own;
}

GPURMA_KERNEL(lap, bands, with) { band_of(with).compute_lap(shape::of(with.height)); }

GPURMA_KERNEL(flx, bands, with) { band_of(with).compute_flx(shape::of(with.height)); }

GPURMA_KERNEL(out, bands, with) { band_of(with).compute_out(shape::of(with.height)); }

/// A copy of the input, for the host to check.
GPURMA_KERNEL(keep, bands, with) {
    const band own = band_of(with);
    const long long cells = static_cast<long long>(own.rows) * own.columns;
    double *kept = with.kept + (static_cast<long long>(with.set) * gridDim.x + blockIdx.x) * cells;
    own.keep_input(shape::of(with.height), kept);
}
