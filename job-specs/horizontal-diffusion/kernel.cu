// Horizontal diffusion with a flux limiter (npbench's hdiff) on a field of i x j x k cells, float32.
//
//     lap[i,j] = 4 in[i,j] - (in[i+1,j] + in[i-1,j] + in[i,j+1] + in[i,j-1])
//     flx[i,j] = limited(lap[i,j] - lap[i-1,j], in[i,j] - in[i-1,j])      what flows from row i-1 into row i
//     fly[i,j] = limited(lap[i,j] - lap[i,j-1], in[i,j] - in[i,j-1])
//     out[i,j] = in[i,j] - coeff[i,j] (flx[i+1,j] - flx[i,j] + fly[i,j+1] - fly[i,j])
//
// The rows i are dealt over all ranks of the job. A step exchanges the rows of `in` at the edges of each rank's band,
// computes lap, exchanges the rows of lap, computes out: variant HD of the GPU RMA thesis, 4.3.
#include <climits>

#include "gpurma_device.cu.h"

/// Field by field as in job.yaml. Buffers hold the rows of this GPU's ranks; `in` has two halo rows more on each side.
struct userdata {
    int i, j, k;
    int steps;
    float *in;           // rows of (j + 4) x k
    const float *coeff;  // rows of j x k
    float *out;          // rows of j x k
};

constexpr int halo = 2;
constexpr int most_threads = 1024;

// ---------------------------------------------------------------------------------------------------- bands of rows

/// Rows begin to end - 1 of the field.
struct band {
    int begin, end;

    __device__ int rows() const { return end - begin; }
};

/// As the job's buffers are dealt: rank r of R has rows r*i/R to (r+1)*i/R - 1. It may have none.
__device__ band band_of(long long rank, int ranks, int rows) {
    return {static_cast<int>(rank * rows / ranks), static_cast<int>((rank + 1) * rows / ranks)};
}

/// The rank whose band has `row`, or -1 beyond the ends of the field.
__device__ int owner_of(long long row, int ranks, int rows) {
    return row < 0 || row >= rows ? -1 : static_cast<int>(((row + 1) * ranks - 1) / rows);
}

/// A row of cells, wherever it lies. What other ranks put must be read past the cache.
struct row_view {
    const float *cells;
    bool is_in_window;

    __device__ float operator[](int cell) const { return is_in_window ? readNoCache(&cells[cell]) : cells[cell]; }
};

/// A rank's rows of a field, and the row on either side.
struct rows_view {
    const float *own;
    int count;
    int row_cells;
    row_view above, below;

    /// Row -1 to row `count`.
    __device__ row_view operator[](int row) const {
        if (row < 0) return above;
        if (row == count) return below;
        return {own + static_cast<long long>(row) * row_cells, false};
    }
};

// ---------------------------------------------------------------------------------------------------- halo exchange

enum side { above = 0, below = 1 };

/// The ranks that own the rows next to the band; -1 at the ends of the field.
struct neighbours {
    int rank[2];

    __device__ int count() const { return (rank[above] >= 0) + (rank[below] >= 0); }
};

/// One field's halo: a window of each rank, into which its neighbours put the row above and the row below its band.
///
/// Even and odd steps have rows of their own. A neighbour puts the rows of step s + 2 when it is done with step s + 1;
/// for that it needed this rank's lap of step s + 1, which is sent after the last read of step s.
struct halo_exchange {
    gpurma_win window;
    float *rows;  // [step % 2][side][cell]
    int row_cells;
    neighbours next;

    __device__ float *row(int step, side where) const { return rows + (step % 2 * 2 + where) * row_cells; }

    __device__ void put(gpurma_state &gst, side towards, const float *cells, int step) const {
        if (next.rank[towards] < 0) return;
        // What lies below the rank above it is what lies above the rank below it.
        const side there = towards == above ? below : above;
        const int offset = static_cast<int>((row(step, there) - rows) * sizeof(float));
        gpurma_put_notify(gst, window, next.rank[towards], offset, row_cells * static_cast<int>(sizeof(float)),
                          const_cast<float *>(cells), step);
    }

    /// Sends the band's edges to the neighbours and waits for theirs.
    __device__ void exchange(gpurma_state &gst, const float *first, const float *last, int step) const {
        __syncthreads();
        put(gst, above, first, step);
        put(gst, below, last, step);
        gpurma_wait_notifications(gst, window, GPURMA_ANY_SOURCE, step, next.count());
    }
};

/// All ranks together; a rank without rows has nothing to expose.
__device__ halo_exchange create_halo(gpurma_state &gst, const band &mine, const neighbours &next, int row_cells) {
    halo_exchange created = {GPURMA_WIN_NONE, nullptr, row_cells, next};
    const int bytes = mine.rows() > 0 ? 4 * row_cells * static_cast<int>(sizeof(float)) : 0;
    if (bytes > 0) {
        created.rows = (float *)gpurma_mem_alloc(gst, bytes);
        GPURMA_ASSERT(gst, created.rows != nullptr);
    }
    gpurma_win_create(gst, GPURMA_COMM_WORLD, created.rows, bytes, &created.window);
    GPURMA_ASSERT(gst, created.window != GPURMA_WIN_NONE);
    return created;
}

__device__ void free_halo(gpurma_state &gst, const halo_exchange &created) {
    gpurma_win_free(gst, created.window);
    gpurma_mem_free(gst, created.rows);
}

// ---------------------------------------------------------------------------------------------------- stencils
// Rows of in, lap and out begin at column -2, -1 and 0; j comes before k, so the next column is k cells further.

/// One row of lap from three of `in`.
__device__ void compute_lap(float *lap, row_view north, row_view centre, row_view south, int j, int k) {
    for (int cell = threadIdx.x; cell < (j + 2) * k; cell += blockDim.x) {
        const int c = cell + k;
        lap[cell] = 4.0f * centre[c] - (south[c] + north[c] + centre[c + k] + centre[c - k]);
    }
}

/// Nothing flows up the gradient.
__device__ float limited(float flux, float gradient) { return flux * gradient > 0.0f ? 0.0f : flux; }

/// Row `row` of out.
__device__ void compute_out(float *out, const float *coeff, const rows_view &in, const rows_view &lap, int row, int j,
                            int k) {
    const row_view in_north = in[row - 1], in_here = in[row], in_south = in[row + 1];
    const row_view lap_north = lap[row - 1], lap_here = lap[row], lap_south = lap[row + 1];
    for (int cell = threadIdx.x; cell < j * k; cell += blockDim.x) {
        const int c = cell + 2 * k;
        const int l = cell + k;
        const float here = in_here[c], lap_of_here = lap_here[l];
        const float from_north = limited(lap_of_here - lap_north[l], here - in_north[c]);
        const float to_south = limited(lap_south[l] - lap_of_here, in_south[c] - here);
        const float from_west = limited(lap_of_here - lap_here[l - k], here - in_here[c - k]);
        const float to_east = limited(lap_here[l + k] - lap_of_here, in_here[c + k] - here);
        out[cell] = here - coeff[cell] * (to_south - from_north + to_east - from_west);
    }
}

// ---------------------------------------------------------------------------------------------------- a rank's work

struct diffusion {
    int j, k;
    band mine;
    neighbours next;
    int in_row, lap_row, out_row;  // cells of a row
    float *in, *lap, *out;         // the band's first rows
    const float *coeff;
    halo_exchange in_halo, lap_halo;

    __device__ float *row(float *first, int row, int row_cells) const {
        return first + static_cast<long long>(row) * row_cells;
    }

    /// At the ends of the field the row comes with the input, elsewhere from a neighbour.
    __device__ row_view in_beside(int step, side where) const {
        if (next.rank[where] >= 0) return {in_halo.row(step, where), true};
        return {row(in, where == above ? -1 : mine.rows(), in_row), false};
    }

    __device__ void run_step(gpurma_state &gst, int step) const {
        const int rows = mine.rows();
        in_halo.exchange(gst, in, row(in, rows - 1, in_row), step);
        const rows_view in_rows = {in, rows, in_row, in_beside(step, above), in_beside(step, below)};
        for (int r = 0; r < rows; r++) {
            compute_lap(row(lap, r, lap_row), in_rows[r - 1], in_rows[r], in_rows[r + 1], j, k);
        }
        compute_lap_beyond_ends(in_rows, step);

        lap_halo.exchange(gst, lap, row(lap, rows - 1, lap_row), step);
        const rows_view lap_rows = {lap, rows, lap_row, {lap_halo.row(step, above), true},
                                    {lap_halo.row(step, below), true}};
        for (int r = 0; r < rows; r++) {
            compute_out(row(out, r, out_row), coeff + static_cast<long long>(r) * out_row, in_rows, lap_rows, r, j, k);
        }
    }

    /// No neighbour puts these rows of lap: the input reaches far enough to compute them.
    __device__ void compute_lap_beyond_ends(const rows_view &in_rows, int step) const {
        const int rows = mine.rows();
        if (next.rank[above] < 0) {
            const row_view outermost = {row(in, -2, in_row), false};
            compute_lap(lap_halo.row(step, above), outermost, in_rows[-1], in_rows[0], j, k);
        }
        if (next.rank[below] < 0) {
            const row_view outermost = {row(in, rows + 1, in_row), false};
            compute_lap(lap_halo.row(step, below), in_rows[rows - 1], in_rows[rows], outermost, j, k);
        }
    }
};

/// Sum over the rank's cells, the same in all threads.
__device__ double sum_of(const float *cells, long long count) {
    __shared__ double partial[most_threads];
    double sum = 0;
    for (long long cell = threadIdx.x; cell < count; cell += blockDim.x) sum += cells[cell];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned live = blockDim.x; live > 1; live = (live + 1) / 2) {
        if (threadIdx.x < live / 2) partial[threadIdx.x] += partial[(live + 1) / 2 + threadIdx.x];
        __syncthreads();
    }
    return partial[0];
}

__device__ diffusion create_diffusion(gpurma_state &gst, const userdata &job) {
    int rank, ranks, device_rank;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &ranks);
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);

    diffusion made;
    made.j = job.j;
    made.k = job.k;
    made.mine = band_of(rank, ranks, job.i);
    made.next = {{-1, -1}};
    if (made.mine.rows() > 0) {
        made.next = {{owner_of(made.mine.begin - 1, ranks, job.i), owner_of(made.mine.end, ranks, job.i)}};
    }
    // A window, four rows, is measured in int.
    GPURMA_ASSERT(gst, (job.j + 2LL * halo) * job.k <= INT_MAX / (4 * static_cast<long long>(sizeof(float))));
    made.in_row = (job.j + 2 * halo) * job.k;
    made.lap_row = (job.j + 2) * job.k;
    made.out_row = job.j * job.k;

    // The GPU's buffers begin with the band of its first rank.
    const int skipped = made.mine.begin - band_of(rank - device_rank, ranks, job.i).begin;
    made.in = made.row(job.in, halo + skipped, made.in_row);
    made.out = made.row(job.out, skipped, made.out_row);
    made.coeff = job.coeff + static_cast<long long>(skipped) * made.out_row;

    made.lap = nullptr;
    if (made.mine.rows() > 0) {
        made.lap = (float *)gpurma_mem_alloc(gst, sizeof(float) * made.lap_row * made.mine.rows());
        GPURMA_ASSERT(gst, made.lap != nullptr);
    }
    made.in_halo = create_halo(gst, made.mine, made.next, made.in_row);
    made.lap_halo = create_halo(gst, made.mine, made.next, made.lap_row);
    return made;
}

__device__ void free_diffusion(gpurma_state &gst, const diffusion &made) {
    free_halo(gst, made.lap_halo);
    free_halo(gst, made.in_halo);
    gpurma_mem_free(gst, made.lap);
}

/// Logs one line a rank, and one more of rank 0.
__device__ void report(gpurma_state &gst, const diffusion &done, const userdata &job) {
    int rank, ranks;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &ranks);
    gpurma_log log = gpurma_log_get(gst);
    if (rank == 0) {
        log << "horizontal diffusion of " << job.i << "x" << job.j << "x" << job.k << " cells, steps: " << job.steps
            << ", ranks: " << ranks << log.flush;
    }
    if (done.mine.rows() == 0) {
        log << "no rows: there are more ranks than rows" << log.flush;
    } else {
        const double sum = sum_of(done.out, static_cast<long long>(done.mine.rows()) * done.out_row);
        log << "rows " << done.mine.begin << " to " << done.mine.end - 1 << ": sum " << sum << log.flush;
    }
}

__global__ void horizontal_diffusion(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);

    userdata *job;
    gpurma_get_data(gst, (void **)&job);
    const diffusion work = create_diffusion(gst, *job);

    // Every step computes the same, from the same input: more steps are there to be timed.
    gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    gpurma_start_cpu_timer(gst);
    for (int step = 0; step < job->steps; step++) {
        if (work.mine.rows() > 0) work.run_step(gst, step);
    }
    gpurma_stop_cpu_timer(gst);
    report(gst, work, *job);

    free_diffusion(gst, work);
    gpurma_gpu_finish(gst);
}
