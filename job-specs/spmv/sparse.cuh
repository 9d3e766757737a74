// A block of a sparse matrix in compressed rows, and what is computed with it; float64. No communication in here: ranks
// and plain kernels share it.
//
// The matrix is dealt over a grid of GPUs, column by column: GPU p has the block of row p % rows and column p / rows.
#pragma once

/// This GPU's block.
struct block_of_matrix {
    const int *begins;     // of each row in the following two; one more for the end
    const int *columns;    // in the block
    const double *values;
    int height, width;
};

/// The grid of GPUs; there are as many columns as rows, or twice as many.
struct gpu_grid {
    int rows, columns;

    __device__ int gpu(int row, int column) const { return column * rows + row; }
};

/// Elements begin to end - 1 of a vector.
struct slice {
    int begin, end;

    __device__ int count() const { return end - begin; }
    __device__ int bytes() const { return count() * static_cast<int>(sizeof(double)); }
};

__device__ inline slice slice_of(int length, int worker, int workers) {
    return {static_cast<int>(static_cast<long long>(worker) * length / workers),
            static_cast<int>(static_cast<long long>(worker + 1) * length / workers)};
}

/// Whose slice an element is in.
__device__ inline int owner_of(int element, int length, int workers) {
    return static_cast<int>((static_cast<long long>(element + 1) * workers - 1) / length);
}

constexpr int warp_lanes = 32;

__device__ inline double sum_of_warp(double value) {
    for (int apart = warp_lanes / 2; apart > 0; apart /= 2) value += __shfl_xor_sync(0xffffffffu, value, apart);
    return value;
}

/// x = factor A b for some rows, a warp each.
__device__ inline void multiply(const block_of_matrix &a, const double *b, double factor, double *x, slice rows) {
    const int warp = static_cast<int>(threadIdx.x) / warp_lanes, warps = static_cast<int>(blockDim.x) / warp_lanes;
    const int lane = static_cast<int>(threadIdx.x) % warp_lanes;
    for (int row = rows.begin + warp; row < rows.end; row += warps) {
        double sum = 0.0;
        for (int i = a.begins[row] + lane; i < a.begins[row + 1]; i += warp_lanes) sum += a.values[i] * b[a.columns[i]];
        sum = sum_of_warp(sum);
        if (lane == 0) x[row] = factor * sum;
    }
    __syncthreads();
}

__device__ inline void add(double *x, const double *y, slice elements) {
    for (int i = elements.begin + static_cast<int>(threadIdx.x); i < elements.end; i += static_cast<int>(blockDim.x)) {
        x[i] += y[i];
    }
    __syncthreads();
}

/// The sum over the block of what each thread brings, in all threads.
__device__ inline double sum_of_block(double value) {
    __shared__ double partial[warp_lanes];
    const int thread = static_cast<int>(threadIdx.x);
    value = sum_of_warp(value);
    __syncthreads();
    if (thread % warp_lanes == 0) partial[thread / warp_lanes] = value;
    __syncthreads();
    double sum = 0.0;
    for (int warp = 0; warp < static_cast<int>(blockDim.x) / warp_lanes; warp++) sum += partial[warp];
    return sum;
}

__device__ inline double sum_of_squares(const double *x, slice elements) {
    double sum = 0.0;
    for (int i = elements.begin + static_cast<int>(threadIdx.x); i < elements.end; i += static_cast<int>(blockDim.x)) {
        sum += x[i] * x[i];
    }
    return sum_of_block(sum);
}
