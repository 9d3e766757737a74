// Power iteration (dCUDA thesis, 5.7): the dominant eigenvalue of a sparse matrix. The numbers are those of the thesis's
// steps; normalising (2) is part of the product (3).
#include "trees.cuh"

/// Field by field as in Host.java.
struct userdata {
    block_of_matrix a;
    gpu_grid grid;
    double *b;         // two of a.width, for even and odd steps; the first is given
    double *x;         // of a.height
    double *inbox;     // of a.height, for each round of the reduction
    double *partial;   // one a rank of this GPU, for even and odd steps: its part of the square of the norm
    double *scalars;   // see below
    double *eigenvalue;
    int rounds;
    int checked_steps;
    int steps, samples;
};

/// What the window of scalars holds: the factor for even and odd steps, then the square of each row's norm.
constexpr int factor_at = 0, squares_at = 2;

struct iteration {
    gpurma_state &gst;
    userdata job;
    place here;
    slice of_b, of_x;
    int pieces_of_b;  // in which it comes
    gpurma_win vectors, rows, scalars;
    int done;       // steps, for all of the run
    double factor;  // where the GPU is alone: of the next step

    __device__ double *b_of(int step) const { return job.b + step % 2 * job.a.width; }
    __device__ double *partial_of(int step) const { return job.partial + step % 2 * here.device_ranks; }
    __device__ bool is_alone() const { return job.grid.rows * job.grid.columns == 1; }
    __device__ double factor_of(int step) const { return is_alone() ? factor : job.scalars[factor_at + step % 2]; }

    __device__ void run(int steps, int part) {
        const bool computes = (part & gpurma::cases::computes) != 0;
        const bool communicates = (part & gpurma::cases::communicates) != 0;
        for (int s = done; s < done + steps; s++) {
            if (computes) multiply(job.a, b_of(s), factor_of(s), job.x, of_x);            // 2, 3
            reduce_row(gst, here, rows, job.inbox, job.x, job.a.height, of_x, s, part);  // 4
            if (here.column == 0) {
                if (communicates) transpose(s);  // 5
                if (computes) square(s);         // 6
                if (communicates && !is_alone()) sum_squares(s);
            }
            if (communicates) {
                if (here.row == 0) gpurma_wait_notifications(gst, vectors, GPURMA_ANY_SOURCE, 2 * s, pieces_of_b);
                broadcast_b(s);  // 1
                receive_factor(s);
                gpurma_comm_barrier(gst, GPURMA_COMM_DEVICE);
                if (is_alone()) normalise(s);
            }
        }
        done += steps;
    }

    /// The own elements of x become elements of the next b on the GPUs of row 0: a put for each rank that has some.
    __device__ void transpose(int s) const {
        const int width = job.a.width;
        const int first = here.row * job.a.height;
        for (int i = first + of_x.begin; i < first + of_x.end;) {
            const int column = i / width, local = i % width;
            const int owner = owner_of(local, width, here.device_ranks);
            const int end = column * width + slice_of(width, owner, here.device_ranks).end;
            const int stop = end < first + of_x.end ? end : first + of_x.end;
            gpurma_put_notify(gst, vectors, here.rank_at(0, column, owner), offset_of((s + 1) % 2 * width + local),
                              offset_of(stop - i), job.x + (i - first), 2 * s);
            i = stop;
        }
    }

    __device__ void square(int s) const {
        const double sum = sum_of_squares(job.x, of_x);
        if (threadIdx.x == 0) partial_of(s)[here.device_rank] = sum;
    }

    __device__ double sum_of_device(int s) const {
        double own = 0.0;
        for (int i = static_cast<int>(threadIdx.x); i < here.device_ranks; i += static_cast<int>(blockDim.x)) {
            own += partial_of(s)[i];
        }
        return sum_of_block(own);
    }

    /// All ranks sum up their GPU's parts: what one of them told the others would take another barrier.
    __device__ void normalise(int s) {
        const double sum = sum_of_device(s);
        factor = 1.0 / sqrt(sum);
        if (here.leads() && threadIdx.x == 0) *job.eigenvalue = sqrt(sum);
    }

    /// The leaders of column 0 sum up their GPU's parts, the one of row 0 those of all rows; it tells all leaders the
    /// factor.
    __device__ void sum_squares(int s) const {
        gpurma_comm_barrier(gst, GPURMA_COMM_DEVICE);
        if (!here.leads()) return;
        double sum = sum_of_device(s);
        if (threadIdx.x == 0) job.scalars[squares_at + here.row] = sum;
        if (here.row > 0) {
            gpurma_put_notify(gst, scalars, here.rank_at(0, 0, 0), offset_of(squares_at + here.row), sizeof(double),
                              &job.scalars[squares_at + here.row], 2 * s);
            return;
        }
        gpurma_wait_notifications(gst, scalars, GPURMA_ANY_SOURCE, 2 * s, here.grid.rows - 1);
        for (int row = 1; row < here.grid.rows; row++) sum += readNoCache(&job.scalars[squares_at + row]);
        const int at = factor_at + (s + 1) % 2;
        if (threadIdx.x == 0) {
            job.scalars[at] = 1.0 / sqrt(sum);
            *job.eigenvalue = sqrt(sum);
        }
        const int gpus = here.grid.rows * here.grid.columns;
        for (int gpu = 1; gpu < gpus; gpu++) {
            gpurma_put_notify(gst, scalars, gpu * here.device_ranks, offset_of(at), sizeof(double), &job.scalars[at],
                              2 * s + 1);
        }
    }

    __device__ void broadcast_b(int s) const {
        const int skipped = (s + 1) % 2 * job.a.width;
        broadcast_down(gst, here, vectors, job.b, {skipped + of_b.begin, skipped + of_b.end}, 2 * s + 1);
    }

    /// The barrier that follows makes it known to all ranks of the GPU.
    __device__ void receive_factor(int s) const {
        if (here.leads() && here.row + here.column > 0) {
            gpurma_wait_notifications(gst, scalars, here.rank_at(0, 0, 0), 2 * s + 1, 1);
        }
    }
};

/// Into how many pieces the borders between the slices of x cut own elements of b.
__device__ int pieces_of(const userdata &job, const place &here, slice of_b) {
    if (here.row != 0 || of_b.count() == 0) return 0;
    const int first = here.column * job.a.width + of_b.begin, last = first + of_b.count() - 1;
    const auto number = [&](int element) {
        return element / job.a.height * here.device_ranks +
               owner_of(element % job.a.height, job.a.height, here.device_ranks);
    };
    return number(last) - number(first) + 1;
}

__global__ __launch_bounds__(512) void power_iteration(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *passed;
    gpurma_get_data(gst, (void **)&passed);
    const userdata job = *passed;
    const place here = place_of(gst, job.grid);
    GPURMA_ASSERT(gst, blockDim.x % warp_lanes == 0);
    GPURMA_ASSERT(gst, job.a.height >= here.device_ranks && job.a.width >= here.device_ranks);

    const slice of_b = slice_of(job.a.width, here.device_rank, here.device_ranks);
    iteration p{gst,
                job,
                here,
                of_b,
                slice_of(job.a.height, here.device_rank, here.device_ranks),
                pieces_of(job, here, of_b),
                GPURMA_WIN_NONE,
                GPURMA_WIN_NONE,
                GPURMA_WIN_NONE,
                0,
                1.0};
    gpurma_win_create(gst, GPURMA_COMM_WORLD, job.b, offset_of(2 * job.a.width), &p.vectors);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, job.inbox, offset_of(job.rounds * job.a.height), &p.rows);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, job.scalars, offset_of(squares_at + job.grid.rows), &p.scalars);

    p.run(job.checked_steps, gpurma::cases::everything);
    int rank;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    if (rank == 0 && threadIdx.x == 0) job.eigenvalue[1] = job.eigenvalue[0];

    const gpurma::cases::effort asked{job.steps, job.samples};
    const gpurma::cases::outcome measured =
        gpurma::cases::measure(gst, asked, [&](int steps, int part) { p.run(steps, part); });
    gpurma::cases::report(
        gst, {"power-iteration", "-", {job.a.height * job.grid.rows, job.a.width * job.grid.columns, 0}}, asked,
        measured);

    gpurma_win_free(gst, p.scalars);
    gpurma_win_free(gst, p.rows);
    gpurma_win_free(gst, p.vectors);
    gpurma_gpu_finish(gst);
}
