// The four dependent stencils of the simplified horizontal diffusion (GPU RMA thesis, 4.3.1), float64:
//
//     lap[i,j] = -4 in[i,j] + in[i-1,j] + in[i+1,j] + in[i,j-1] + in[i,j+1]
//     fli[i,j] = lap[i+1,j] - lap[i,j]
//     flj[i,j] = lap[i,j+1] - lap[i,j]
//     out[i,j] = ((fli[i-1,j] - fli[i,j]) + (flj[i,j-1] - flj[i,j])) / 64
//
// out is the next in. Beyond the grid every field is 0. The division is not the thesis's: it keeps repeated steps finite.
// No communication in here: ranks and plain kernels share it.
#pragma once

enum field { in_field, lap_field, fli_field, flj_field, out_field, field_count };

/// Cells before and behind each row that stay 0; so many that rows are aligned to 128 B.
constexpr int row_margin = 16;

/// How a GPU's part of the fields lies in memory: set, field, row, plane, column. A field begins and ends with a row more,
/// the halo, so that the edge of all planes together is one piece. Bands are dealt plane by plane.
struct layout {
    double *base;
    int sets, planes;
    int bands;         // of a plane on this GPU
    int rows, columns; // of a band; columns are even

    /// Cells from a row of a plane to its next.
    __device__ int pitch() const { return planes * (columns + 2 * row_margin); }
    __device__ int rows_of_plane() const { return bands * rows; }
    __device__ long long cells_of_field() const { return static_cast<long long>(rows_of_plane() + 2) * pitch(); }

    /// The first cell of row `row` (-1 for the halo) of a plane.
    __device__ double *row_of(int set, int field, int plane, int row) const {
        return base + (static_cast<long long>(set) * field_count + field) * cells_of_field() +
               static_cast<long long>(row + 1) * pitch() + plane * (columns + 2 * row_margin) + row_margin;
    }

    __device__ double *band_of(int set, int field, int band) const {
        return row_of(set, field, band / bands, band % bands * rows);
    }
};

/// How the threads of a block lie on a band: `height` rows of them.
struct shape {
    int height, width;
    int row, column;  // of this thread

    __device__ static shape of(int height) {
        const int width = static_cast<int>(blockDim.x) / height;
        const int thread = static_cast<int>(threadIdx.x);
        return {height, width, thread / width, thread % width};
    }
};

/// Two cells side by side; the first one's column is even.
__device__ inline const double2 &pair(const double *cells) { return *reinterpret_cast<const double2 *>(cells); }
__device__ inline double2 &pair(double *cells) { return *reinterpret_cast<double2 *>(cells); }
__device__ inline double2 operator-(double2 a, double2 b) { return {a.x - b.x, a.y - b.y}; }

/// One band of one set: the first own cell of each field.
struct band {
    double *first[field_count];
    int rows, columns, pitch;

    __device__ static band of(const layout &where, int set, int index) {
        band made;
        made.rows = where.rows;
        made.columns = where.columns;
        made.pitch = where.pitch();
        for (int f = 0; f < field_count; f++) made.first[f] = where.band_of(set, f, index);
        return made;
    }

    __device__ double *row(int field, int row) const { return first[field] + static_cast<long long>(row) * pitch; }

    /// The result of a step is the input of the next.
    __device__ void swap() {
        double *const in = first[in_field];
        first[in_field] = first[out_field];
        first[out_field] = in;
    }

    __device__ void compute_lap(const shape &threads) const {
        const double *in = first[in_field];
        double *lap = first[lap_field];
        const int p = pitch;
        for_each(
            threads,
            [=](long long c) {
                const double2 own = pair(in + c), up = pair(in + c - p), down = pair(in + c + p);
                return double2{-4.0 * own.x + up.x + down.x + in[c - 1] + own.y,
                               -4.0 * own.y + up.y + down.y + own.x + in[c + 2]};
            },
            [=](long long c, double2 value) { pair(lap + c) = value; });
    }

    /// fli and flj, which read the same.
    __device__ void compute_flx(const shape &threads) const {
        const double *lap = first[lap_field];
        double *fli = first[fli_field], *flj = first[flj_field];
        const int p = pitch;
        for_each(
            threads,
            [=](long long c) {
                const double2 own = pair(lap + c);
                return fluxes{pair(lap + c + p) - own, double2{own.y, lap[c + 2]} - own};
            },
            [=](long long c, fluxes value) {
                pair(fli + c) = value.down;
                pair(flj + c) = value.right;
            });
    }

    __device__ void compute_out(const shape &threads) const {
        const double *fli = first[fli_field];
        const int p = pitch;
        compute_out_with(threads, [=](long long c) { return pair(fli + c - p); });
    }

    /// The same, but the row of fli above the band is computed of lap and not read. Beyond the grid it is 0.
    __device__ void compute_out_of_lap(const shape &threads, bool is_first) const {
        const double *lap = first[lap_field], *fli = first[fli_field];
        const int p = pitch;
        compute_out_with(threads, [=](long long c) {
            return c >= p ? pair(fli + c - p) : is_first ? double2{0.0, 0.0} : pair(lap + c) - pair(lap + c - p);
        });
    }

    /// A copy of the input, rows without margins, for the host to check.
    __device__ void keep_input(const shape &threads, double *copy) const {
        const double *in = first[in_field];
        for (int i = threads.row; i < rows; i += threads.height) {
            for (int j = threads.column; j < columns; j += threads.width) {
                copy[static_cast<long long>(i) * columns + j] = in[static_cast<long long>(i) * pitch + j];
            }
        }
        __syncthreads();
    }

   private:
    struct fluxes {
        double2 down, right;
    };

    template <typename Above>
    __device__ void compute_out_with(const shape &threads, Above above) const {
        const double *fli = first[fli_field], *flj = first[flj_field];
        double *out = first[out_field];
        for_each(
            threads,
            [=](long long c) {
                const double2 down = above(c) - pair(fli + c), right = pair(flj + c);
                return double2{(down.x + (flj[c - 1] - right.x)) * 0.015625, (down.y + (right.x - right.y)) * 0.015625};
            },
            [=](long long c, double2 value) { pair(out + c) = value; });
    }

    /// Calls `store(cell, load(cell))` for the first cell of all pairs, along the longer way through the band.
    template <typename Load, typename Store>
    __device__ void for_each(const shape &threads, Load load, Store store) const {
        const int own_rows = rows, pairs = columns / 2;
        const long long down = static_cast<long long>(threads.height) * pitch;
        const long long right = 2 * threads.width;
        const long long begin = static_cast<long long>(threads.row) * pitch + 2 * threads.column;
        const int below = (own_rows - threads.row + threads.height - 1) / threads.height;
        const int beside = (pairs - threads.column + threads.width - 1) / threads.width;
        if (beside >= below) {
            for (int i = 0; i < below; i++) for_line(begin + i * down, beside, right, load, store);
        } else {
            for (int j = 0; j < beside; j++) for_line(begin + j * right, below, down, load, store);
        }
        __syncthreads();
    }

    /// Loads several before it stores the first: a thread that waits for each of them measures the latency of memory.
    template <typename Load, typename Store>
    __device__ static void for_line(long long cell, int count, long long stride, Load load, Store store) {
        for (; count >= 4; count -= 4, cell += 4 * stride) {
            const auto a = load(cell), b = load(cell + stride), c = load(cell + 2 * stride), d = load(cell + 3 * stride);
            store(cell, a);
            store(cell + stride, b);
            store(cell + 2 * stride, c);
            store(cell + 3 * stride, d);
        }
        if (count >= 2) {
            const auto a = load(cell), b = load(cell + stride);
            store(cell, a);
            store(cell + stride, b);
            count -= 2;
            cell += 2 * stride;
        }
        if (count > 0) store(cell, load(cell));
    }
};
