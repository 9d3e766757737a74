// Horizontal diffusion with a flux limiter (npbench's hdiff), float32, as in kernel.cu:
//
//     lap[i,j] = 4 in[i,j] - (in[i+1,j] + in[i-1,j] + in[i,j+1] + in[i,j-1])
//     flx[i,j] = limited(lap[i,j] - lap[i-1,j], in[i,j] - in[i-1,j])
//     fly[i,j] = limited(lap[i,j] - lap[i,j-1], in[i,j] - in[i,j-1])
//     out[i,j] = in[i,j] - coeff[i,j] (flx[i+1,j] - flx[i,j] + fly[i,j+1] - fly[i,j])
//
// but the fields of a GPU lie in one piece, so that the rows beside a band are its neighbours' own. No communication in
// here: ranks and plain kernels share it.
#pragma once

/// Every step has the same input, and so the same output; even and odd steps have a copy of it each, so that a row that
/// arrives early is not one that is still read.
enum field { even_in_field, odd_in_field, lap_field, out_field, coeff_field, field_count };

/// Rows before and behind those of this GPU.
constexpr int halo_rows = 2;

/// How a GPU's part of the fields lies in memory: field, row, j and k. All fields have rows of equal length, so that a cell
/// has one offset in all of them.
struct layout {
    float *base;
    int bands, rows;  // of this GPU; of a band
    int j, k;
    int pitch;  // cells of a row, at least (j + 4) k

    __device__ long long cells_of_field() const {
        return static_cast<long long>(bands * rows + 2 * halo_rows) * pitch;
    }

    /// The first cell of row `row` of this GPU, -2 for the outermost of the halo.
    __device__ float *row_of(int field, int row) const {
        return base + field * cells_of_field() + static_cast<long long>(row + halo_rows) * pitch;
    }
};

/// One band: the first own row of each field.
struct band {
    float *first[field_count];
    int rows, j, k, pitch;
    bool begins_field, ends_field;

    __device__ band(const layout &where, int index, bool begins, bool ends)
        : rows(where.rows), j(where.j), k(where.k), pitch(where.pitch), begins_field(begins), ends_field(ends) {
        for (int f = 0; f < field_count; f++) first[f] = where.row_of(f, index * where.rows);
    }

    __device__ float *row(int field, int row) const { return first[field] + static_cast<long long>(row) * pitch; }

    /// At the ends of the field no neighbour computes the row beside the band, and the input reaches far enough to.
    __device__ void compute_lap(int step) const {
        const int begin = begins_field ? -1 : 0, end = ends_field ? rows + 1 : rows;
        const float *in = first[in_of(step)];
        float *lap = first[lap_field];
        const int p = pitch, next = k;
        for (int i = begin; i < end; i++) {
            for_row(
                static_cast<long long>(i) * p + k, (j + 2) * k,
                [=](long long c) { return 4.0f * in[c] - (in[c + p] + in[c - p] + in[c + next] + in[c - next]); },
                [=](long long c, float value) { lap[c] = value; });
        }
        __syncthreads();
    }

    __device__ void compute_out(int step) const {
        const float *in = first[in_of(step)], *lap = first[lap_field], *coeff = first[coeff_field];
        float *out = first[out_field];
        const int p = pitch, next = k;
        for (int i = 0; i < rows; i++) {
            for_row(
                static_cast<long long>(i) * p + 2LL * k, j * k,
                [=](long long c) {
                    const float here = in[c], curved = lap[c];
                    const float from_north = limited(curved - lap[c - p], here - in[c - p]);
                    const float to_south = limited(lap[c + p] - curved, in[c + p] - here);
                    const float from_west = limited(curved - lap[c - next], here - in[c - next]);
                    const float to_east = limited(lap[c + next] - curved, in[c + next] - here);
                    return here - coeff[c] * (to_south - from_north + to_east - from_west);
                },
                [=](long long c, float value) { out[c] = value; });
        }
        __syncthreads();
    }

    __device__ static int in_of(int step) { return step % 2 == 0 ? even_in_field : odd_in_field; }

   private:
    /// Nothing flows up the gradient.
    __device__ static float limited(float flux, float gradient) { return flux * gradient > 0.0f ? 0.0f : flux; }

    /// Loads of two cells before the first is stored.
    template <typename Load, typename Store>
    __device__ static void for_row(long long begin, int cells, Load load, Store store) {
        const int width = static_cast<int>(blockDim.x);
        int cell = static_cast<int>(threadIdx.x);
        for (; cell + width < cells; cell += 2 * width) {
            const float a = load(begin + cell), b = load(begin + cell + width);
            store(begin + cell, a);
            store(begin + cell + width, b);
        }
        if (cell < cells) store(begin + cell, load(begin + cell));
    }
};
