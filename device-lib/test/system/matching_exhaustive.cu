// Notification matching against the model, case by case: two sources with up to three notifications of two tags each,
// any prefix of them arrived, every query, from the lanes and from the store; then what is left is asked for one by one.
// All 172,872 cases with GPURMA_TEST_STRIDE 1; the suite takes every 97th, under the
// thread sanitizer every 997th.
#include "gpurma_device.cu.h"

#include "model.h"

#if !defined(GPURMA_TEST_STRIDE)
#if defined(__SANITIZE_THREAD__)
#define GPURMA_TEST_STRIDE 997
#else
#define GPURMA_TEST_STRIDE 97
#endif
#endif

namespace {

constexpr int most_notes = 3;  // of a source
constexpr int group_size = 3;

// Between the ranks of a group, beside the library: nothing of it may move notifications out of the lanes.
__device__ unsigned allowed[1024];
__device__ unsigned done[1024];

struct source_case {
    int count;
    int tags;     ///< bit i: tag of notification i
    int arrived;  ///< before the query
};

struct matching_case {
    source_case sources[2];
    model_query query;
    bool from_store;
};

/// Number `index` of a source's cases: 1, 4, 12, 32 with 0, 1, 2, 3 notifications.
__device__ source_case source_case_of(int index) {
    int count = 0;
    while (index >= (1 << count) * (count + 1)) {
        index -= (1 << count) * (count + 1);
        count++;
    }
    return {count, index / (count + 1), index % (count + 1)};
}

__device__ constexpr int source_cases() {
    int cases = 0;
    for (int count = 0; count <= most_notes; count++) cases += (1 << count) * (count + 1);
    return cases;
}

constexpr int queries = 3 * 3 * 4;

__device__ matching_case case_of(int index, gpurma_win window) {
    matching_case result;
    result.from_store = index % 2 != 0;
    index /= 2;
    result.query = {window, index % 3 - 1, index / 3 % 3 - 1, index / 9 % 4};
    index /= queries;
    result.sources[0] = source_case_of(index % source_cases());
    result.sources[1] = source_case_of(index / source_cases());
    return result;
}

struct group {
    int first;   ///< DEVICE rank of its target; its sources follow
    int member;  ///< 0: the target
    bool whole;  ///< the last ranks of a GPU may be too few
    int index, count;
};

__device__ void wait_until(gpurma_state &gst, unsigned *counter, unsigned goal) {
    if (threadIdx.x == 0) {
        for (unsigned polls = 0; atomicAdd(counter, 0) < goal; polls++) {
            gpurma::detail::relax(polls);
            if (gpurma::detail::host_aborts(gst, polls)) break;
        }
        __threadfence();
    }
    __syncthreads();
}

__device__ void advance(unsigned *counter) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(counter, 1);
    }
}

__device__ void run_source(gpurma_state &gst, const group &mine, const source_case &what, gpurma_win window,
                           unsigned &turns) {
    const int slot = mine.first + mine.member;
    for (int part = 0; part < 2; part++) {
        wait_until(gst, &allowed[slot], ++turns);
        const int begin = part == 0 ? 0 : what.arrived;
        const int end = part == 0 ? what.arrived : what.count;
        for (int i = begin; i < end; i++) {
            gpurma_put_notify(gst, window, mine.first, 0, 0, nullptr, what.tags >> i & 1);
        }
        advance(&done[slot]);
    }
}

/// Lets the sources send their next part, and tells the model.
__device__ void let_send(gpurma_state &gst, const group &mine, const matching_case &what, int part, unsigned turn,
                         notification_model &model) {
    for (int source = 0; source < 2; source++) advance(&allowed[mine.first + 1 + source]);
    for (int source = 0; source < 2; source++) wait_until(gst, &done[mine.first + 1 + source], turn);
    if (threadIdx.x != 0) return;
    for (int source = 0; source < 2; source++) {
        const source_case &sent = what.sources[source];
        for (int i = part == 0 ? 0 : sent.arrived; i < (part == 0 ? sent.arrived : sent.count); i++) {
            model.send(source, i, {what.query.window, sent.tags >> i & 1});
        }
        model.arrive(source);
    }
}

/// Asks the library and holds its answer against the model.
__device__ bool ask(gpurma_state &gst, const group &mine, const model_query &asked, notification_model &model) {
    const int source = asked.source == -1 ? GPURMA_ANY_SOURCE : mine.first + 1 + asked.source;
    const bool answer = gpurma_test_notifications(gst, asked.window, source, asked.tag, asked.count);
    if (threadIdx.x == 0) GPURMA_ASSERT(gst, model.observe(asked, answer));
    return answer;
}

__device__ void run_target(gpurma_state &gst, const group &mine, const matching_case &what, gpurma_win other,
                           unsigned &turns, notification_model &model) {
    if (threadIdx.x == 0) model.begin();
    let_send(gst, mine, what, 0, ++turns, model);
    if (what.from_store) {
        // A search that finds nothing leaves everything in the store.
        const bool none = gpurma_test_notifications(gst, other, GPURMA_ANY_SOURCE, GPURMA_ANY_TAG, 1);
        GPURMA_ASSERT(gst, !none);
    }
    ask(gst, mine, what.query, model);
    let_send(gst, mine, what, 1, ++turns, model);
    for (int source = 0; source < 2; source++) {
        for (int tag = 0; tag < 2; tag++) {
            while (ask(gst, mine, {what.query.window, source, tag, 1}, model)) {
            }
        }
    }
}

__device__ group find_group(gpurma_state &gst) {
    int rank, size, world_rank, world_size;
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &size);
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &world_rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &world_size);
    const int groups = size / group_size;
    return {rank / group_size * group_size, rank % group_size, rank / group_size < groups,
            world_rank / size * groups + rank / group_size, world_size / size * groups};
}

}  // namespace

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    __shared__ notification_model model;
    gpurma_gpu_init(gpurma, gst);
    gpurma_win window, other;
    gpurma_win_create(gst, GPURMA_COMM_DEVICE, nullptr, 0, &window);
    gpurma_win_create(gst, GPURMA_COMM_DEVICE, nullptr, 0, &other);

    const group mine = find_group(gst);
    constexpr int cases = 2 * queries * source_cases() * source_cases();
    unsigned turns = 0;
    int tried = 0;
    for (int index = mine.index * GPURMA_TEST_STRIDE; mine.whole && index < cases; index += mine.count * GPURMA_TEST_STRIDE) {
        const matching_case what = case_of(index, window);
        if (mine.member == 0) {
            run_target(gst, mine, what, other, turns, model);
        } else {
            run_source(gst, mine, what.sources[mine.member - 1], window, turns);
        }
        tried++;
    }
    if (mine.whole && mine.member == 0) {
        gpurma_log log = gpurma_log_get(gst);
        log << tried << " of " << cases << " cases" << log.flush;
    }
    gpurma_win_free(gst, other);
    gpurma_win_free(gst, window);
    gpurma_gpu_finish(gst);
}
