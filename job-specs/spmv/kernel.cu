// Sparse matrix times dense vector (dCUDA thesis, 5.6), again and again, a barrier of all ranks after each product.
#include "trees.cuh"

/// Field by field as in Host.java.
struct userdata {
    block_of_matrix a;
    gpu_grid grid;
    double *b;      // of a.width: given on the GPUs of row 0
    double *x;      // of a.height: the product on the GPUs of column 0
    double *inbox;  // of a.height, for each round of the reduction
    int rounds;
    int steps, samples;
};

struct product {
    gpurma_state &gst;
    userdata job;
    place here;
    slice of_b, of_x;
    gpurma_win columns, rows;

    __device__ void run(int steps, int part) const {
        const bool computes = (part & gpurma::cases::computes) != 0;
        const bool communicates = (part & gpurma::cases::communicates) != 0;
        for (int s = 0; s < steps; s++) {
            if (communicates) broadcast_down(gst, here, columns, job.b, of_b, s);
            if (communicates) gpurma_comm_barrier(gst, GPURMA_COMM_DEVICE);
            if (computes) multiply(job.a, job.b, 1.0, job.x, of_x);
            reduce_row(gst, here, rows, job.inbox, job.x, job.a.height, of_x, s, part);
            if (communicates) gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
        }
    }
};

__global__ __launch_bounds__(512) void spmv(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *passed;
    gpurma_get_data(gst, (void **)&passed);
    const userdata job = *passed;
    GPURMA_ASSERT(gst, blockDim.x % warp_lanes == 0);

    const place here = place_of(gst, job.grid);
    product p{gst,
              job,
              here,
              slice_of(job.a.width, here.device_rank, here.device_ranks),
              slice_of(job.a.height, here.device_rank, here.device_ranks),
              GPURMA_WIN_NONE,
              GPURMA_WIN_NONE};
    gpurma_win_create(gst, GPURMA_COMM_WORLD, job.b, offset_of(job.a.width), &p.columns);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, job.inbox, offset_of(job.rounds * job.a.height), &p.rows);

    const gpurma::cases::effort asked{job.steps, job.samples};
    const gpurma::cases::outcome measured =
        gpurma::cases::measure(gst, asked, [&](int steps, int part) { p.run(steps, part); });
    // Whole once more: what is in x after half a product is none.
    p.run(1, gpurma::cases::everything);
    gpurma::cases::report(gst, {"spmv", "-", {job.a.height * job.grid.rows, job.a.width * job.grid.columns, 0}}, asked,
                          measured);

    gpurma_win_free(gst, p.rows);
    gpurma_win_free(gst, p.columns);
    gpurma_gpu_finish(gst);
}
