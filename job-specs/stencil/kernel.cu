// Three dependent stencils on a grid of planes (dCUDA thesis, 5.5). A rank computes a band of one plane and exchanges
// its edges by itself; nobody waits for a whole plane.
#include "halo.cuh"

/// Field by field as in Host.java.
struct userdata {
    layout where;
    double *kept;  // what is checked: band, row, column
    int height;    // of the threads
    int checked_steps;
    int steps, samples;
};

__device__ __forceinline__ void run(diffusion d, int steps) {
    for (int s = 0; s < steps; s++) {
        d.send(in_field, s);
        d.wait(in_field, s);
        d.lap();
        d.send(lap_field, s);
        d.wait(lap_field, s);
        d.flx();
        d.send(fli_field, s);
        d.wait(fli_field, s);
        d.out();
        d.swap();
    }
}

__global__ __launch_bounds__(256) void stencil(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *passed;
    gpurma_get_data(gst, (void **)&passed);
    const userdata job = *passed;
    int device_rank, size, device_size;
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);

    __shared__ field_set fields;
    diffusion d(gst, fields, job.where, 0, device_rank, shape::of(job.height));
    const auto run_part = [&](int steps, int part) {
        d.part = part;
        run(d, steps);
    };
    run_part(job.checked_steps, gpurma::cases::everything);
    fields.cells.keep_input(d.threads, job.kept + static_cast<long long>(device_rank) * job.where.rows * job.where.columns);

    const gpurma::cases::effort asked{job.steps, job.samples};
    const gpurma::cases::outcome measured = gpurma::cases::measure(gst, asked, run_part);
    const int rows = job.where.rows_of_plane() * (size / device_size);
    gpurma::cases::report(gst, {"stencil", "-", {job.where.columns, rows, job.where.planes}}, asked, measured);

    free_halo(gst, fields.edges);
    gpurma_gpu_finish(gst);
}
