// Particles in a box that push each other away within a cut-off distance of 1 (dCUDA thesis, 5.4), float64.
//
// The box is cut along y into segments as high as the cut-off, so a particle meets those of its own and of the two
// neighbouring segments only. A step has two halves. First every particle moves, but stays listed where it was. Then
// every segment is listed anew: who stayed, who came from below, who came from above, each in the order of the old
// list. So the outcome does not depend on who computes which segment. No communication in here: ranks and plain kernels
// share it.
#pragma once

struct particle {
    double x, y, vx, vy;
};

/// As many as `count` particles follow.
struct segment {
    int count;
    int unused[3];

    __device__ particle *list() { return reinterpret_cast<particle *>(this + 1); }
    __device__ int bytes() const { return static_cast<int>(sizeof(segment) + count * sizeof(particle)); }
};

/// One GPU's part of the box. Both arrays of segments begin and end with one that belongs to the neighbour.
struct box {
    char *listed;  // where particles are
    char *moved;   // where they have gone, in the lists of before
    int first;     // segment of this GPU, in the box
    int segments;  // of this GPU
    int all;       // segments of the box, and its height
    int capacity;  // of a segment
    double width;
    double step;  // of time

    __device__ int segment_bytes() const {
        return static_cast<int>(sizeof(segment) + capacity * sizeof(particle));
    }
    /// Segment `s` of this GPU, -1 to `segments`.
    __device__ segment *of(char *base, int s) const {
        return reinterpret_cast<segment *>(base + static_cast<long long>(s + 1) * segment_bytes());
    }
    /// In which segment of this GPU's count a particle now is.
    __device__ int home(const particle &p) const {
        const int y = static_cast<int>(p.y);
        return (y < 0 ? 0 : y >= all ? all - 1 : y) - first;
    }
};

/// Segments begin to end - 1 of a GPU.
struct span {
    int begin, end;

    __device__ int count() const { return end - begin; }
};

__device__ inline span span_of(const box &where, int worker, int workers) {
    return {static_cast<int>(static_cast<long long>(worker) * where.segments / workers),
            static_cast<int>(static_cast<long long>(worker + 1) * where.segments / workers)};
}

constexpr int warp_lanes = 32;

__device__ inline int warp_of_thread() { return static_cast<int>(threadIdx.x) / warp_lanes; }
__device__ inline int warps_of_block() { return static_cast<int>(blockDim.x) / warp_lanes; }
__device__ inline int lane_of_thread() { return static_cast<int>(threadIdx.x) % warp_lanes; }

/// Adds the push of the particles of one segment.
__device__ inline void add_push(const particle &p, segment *others, double *fx, double *fy) {
    const particle *list = others->list();
    const int count = others->count;
    for (int i = 0; i < count; i++) {
        const double dx = p.x - list[i].x, dy = p.y - list[i].y;
        const double square = dx * dx + dy * dy;
        if (square < 1.0 && square > 0.0) {
            const double distance = sqrt(square);
            const double strength = (1.0 - distance) / distance;
            *fx += strength * dx;
            *fy += strength * dy;
        }
    }
}

/// Walls throw back.
__device__ inline void reflect(double *place, double *speed, double wall) {
    if (*place < 0.0) {
        *place = -*place;
        *speed = -*speed;
    } else if (*place > wall) {
        *place = 2.0 * wall - *place;
        *speed = -*speed;
    }
}

__device__ inline particle moved(const box &where, int s, const particle &before) {
    double fx = 0.0, fy = 0.0;
    for (int other = s - 1; other <= s + 1; other++) add_push(before, where.of(where.listed, other), &fx, &fy);
    particle p = before;
    p.vx += where.step * fx;
    p.vy += where.step * fy;
    p.x += where.step * p.vx;
    p.y += where.step * p.vy;
    reflect(&p.x, &p.vx, where.width);
    reflect(&p.y, &p.vy, where.all);
    return p;
}

/// First half of a step: a warp for each 32 particles, first ones of all segments first.
__device__ inline void move_particles(const box &where, span mine) {
    const int tasks = mine.count() * ((where.capacity + warp_lanes - 1) / warp_lanes);
    for (int task = warp_of_thread(); task < tasks; task += warps_of_block()) {
        const int s = mine.begin + task % mine.count();
        const int i = task / mine.count() * warp_lanes + lane_of_thread();
        segment *from = where.of(where.listed, s), *to = where.of(where.moved, s);
        if (i == 0) to->count = from->count;
        if (i < from->count) to->list()[i] = moved(where, s, from->list()[i]);
    }
    __syncthreads();
}

/// Appends who of `from` has come to segment `s`. A warp.
__device__ inline void append(const box &where, int s, segment *from, particle *list, int *count) {
    const int all = from->count;
    for (int first = 0; first < all; first += warp_lanes) {
        const int i = first + lane_of_thread();
        particle p = {};
        bool comes = false;
        if (i < all) {
            p = from->list()[i];
            comes = where.home(p) == s;
        }
        const unsigned coming = __ballot_sync(0xffffffffu, comes);
        const int place = *count + __popc(coming & ((1u << lane_of_thread()) - 1u));
        // Whoever finds no room is lost, which the check notices.
        if (comes && place < where.capacity) list[place] = p;
        *count += __popc(coming);
    }
}

/// Second half of a step: a warp for each segment. The particles that moved in the neighbouring segments must be known.
__device__ inline void list_particles(const box &where, span mine) {
    for (int s = mine.begin + warp_of_thread(); s < mine.end; s += warps_of_block()) {
        segment *to = where.of(where.listed, s);
        int count = 0;
        append(where, s, where.of(where.moved, s), to->list(), &count);
        append(where, s, where.of(where.moved, s - 1), to->list(), &count);
        append(where, s, where.of(where.moved, s + 1), to->list(), &count);
        if (lane_of_thread() == 0) to->count = count < where.capacity ? count : where.capacity;
    }
    __syncthreads();
}
