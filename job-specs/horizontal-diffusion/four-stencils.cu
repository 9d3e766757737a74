// Simplified horizontal diffusion in the variants of the GPU RMA thesis, listing 4.1: HD, HD-OVERLAP, HD-NOOVERLAP; and
// one that computes a row twice rather than wait for it.
#include "halo.cuh"

/// As in FourStencils.java.
enum variant { hd, hd_overlap, hd_nooverlap, hd_recompute };

/// Field by field as in FourStencils.java.
struct userdata {
    layout where;
    double *kept;  // what is checked: set, band, row, column
    int variant;
    int height;  // of the threads
    int checked_steps;
    int steps, samples;
};

/// HD; or, where it `recomputes`, without the exchange of fli. Whoever reads a row of lap after the last exchange of a step
/// then says so by the first of the next, before anybody writes it again.
template <bool recomputes>
__device__ __noinline__ void run_one(diffusion d, int steps) {
    for (int s = 0; s < steps; s++) {
        d.send(in_field, s);
        d.wait(in_field, s);
        d.lap();
        d.send(lap_field, s);
        d.wait(lap_field, s);
        d.flx();
        if (recomputes) {
            d.out_of_lap();
        } else {
            d.send(fli_field, s);
            d.wait(fli_field, s);
            d.out();
        }
        d.swap();
    }
}

__device__ __noinline__ void run_nooverlap(diffusion a, diffusion b, int steps) {
    for (int s = 0; s < steps; s++) {
        a.send(in_field, s);
        b.send(in_field, s);
        a.wait(in_field, s);
        b.wait(in_field, s);
        a.lap();
        b.lap();
        a.send(lap_field, s);
        b.send(lap_field, s);
        a.wait(lap_field, s);
        b.wait(lap_field, s);
        a.flx();
        b.flx();
        a.send(fli_field, s);
        b.send(fli_field, s);
        a.wait(fli_field, s);
        b.wait(fli_field, s);
        a.out();
        b.out();
        a.swap();
        b.swap();
    }
}

/// While the halo of one set is on its way, the other set is computed.
__device__ __noinline__ void run_overlap(diffusion a, diffusion b, int steps) {
    a.send(in_field, 0);
    b.send(in_field, 0);
    for (int s = 0; s < steps; s++) {
        a.wait(in_field, s);
        a.lap();
        a.send(lap_field, s);
        b.wait(in_field, s);
        b.lap();
        b.send(lap_field, s);
        a.wait(lap_field, s);
        a.flx();
        a.send(fli_field, s);
        b.wait(lap_field, s);
        b.flx();
        b.send(fli_field, s);
        const bool last = s + 1 == steps;
        a.wait(fli_field, s);
        a.out();
        a.swap();
        if (!last) a.send(in_field, s + 1);
        b.wait(fli_field, s);
        b.out();
        b.swap();
        if (!last) b.send(in_field, s + 1);
    }
}

/// E.g. hd-overlap 4x64.
struct label {
    char text[40];
    int length = 0;

    __device__ label(int variant, const shape &threads) {
        add(variant == hd ? "hd" : variant == hd_overlap ? "hd-overlap" : variant == hd_nooverlap ? "hd-nooverlap" : "hd-recompute");
        add(" ");
        add(threads.height);
        add("x");
        add(threads.width);
        text[length] = 0;
    }

   private:
    __device__ void add(const char *word) {
        for (; *word != 0; word++) text[length++] = *word;
    }

    /// No recursion: the size of the stack would not be known to the compiler, and the default does not do.
    __device__ void add(int number) {
        int digit = 1;
        while (number / digit >= 10) digit *= 10;
        for (; digit > 0; digit /= 10) text[length++] = static_cast<char>('0' + number / digit % 10);
    }
};

/// `run(steps, part)` in whichever variant; checks first, then measures.
template <typename Run, typename Keep>
__device__ void check_and_measure(gpurma_state &gst, const userdata &job, Run run, Keep keep) {
    run(job.checked_steps, gpurma::cases::everything);
    keep();
    const gpurma::cases::effort asked{job.steps, job.samples};
    const gpurma::cases::outcome measured = gpurma::cases::measure(gst, asked, run);

    int size, device_size;
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &device_size);
    const int rows = job.where.rows_of_plane() * (size / device_size);
    gpurma::cases::report(
        gst, {"horizontal-diffusion", label(job.variant, shape::of(job.height)).text, {rows, job.where.columns, 0}}, asked,
        measured);
}

__global__ __launch_bounds__(512) void four_stencils(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    userdata *passed;
    gpurma_get_data(gst, (void **)&passed);
    const userdata job = *passed;
    int device_rank;
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    const shape threads = shape::of(job.height);
    const long long kept_cells = static_cast<long long>(job.where.rows) * job.where.columns;
    double *kept = job.kept + device_rank * kept_cells;

    __shared__ field_set sets[2];
    diffusion a(gst, sets[0], job.where, 0, device_rank, threads);
    if (job.variant == hd || job.variant == hd_recompute) {
        check_and_measure(
            gst, job,
            [&](int steps, int part) {
                a.part = part;
                if (job.variant == hd) {
                    run_one<false>(a, steps);
                } else {
                    run_one<true>(a, steps);
                }
            },
            [&] { a.fields.cells.keep_input(threads, kept); });
    } else {
        diffusion b(gst, sets[1], job.where, 1, device_rank, threads);
        check_and_measure(
            gst, job,
            [&](int steps, int part) {
                a.part = b.part = part;
                if (job.variant == hd_overlap) {
                    run_overlap(a, b, steps);
                } else {
                    run_nooverlap(a, b, steps);
                }
            },
            [&] {
                a.fields.cells.keep_input(threads, kept);
                b.fields.cells.keep_input(threads, kept + job.where.planes * job.where.bands * kept_cells);
            });
        free_halo(gst, b.fields.edges);
    }
    free_halo(gst, a.fields.edges);
    gpurma_gpu_finish(gst);
}
