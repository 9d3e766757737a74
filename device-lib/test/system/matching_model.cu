// The library against the model, with random programs: up to four sources, near and far, the target itself among them;
// two WORLD windows and one of DEVICE; notifications alone, behind packets, behind large puts, behind a put of their own
// and of gets; counting ones in between. Asked for by tests and waits, with wildcards and counts, in flight and arrived,
// in lanes and in the store; every payload is looked at. The seed is logged; GPURMA_TEST_SEED sets it, and
// GPURMA_TEST_EPISODES how many programs a group of ranks runs.
#include "gpurma_device.cu.h"

#include "model.h"
#include "random.h"

#ifndef GPURMA_TEST_SEED
#define GPURMA_TEST_SEED 1
#endif
#ifndef GPURMA_TEST_EPISODES
#define GPURMA_TEST_EPISODES 12
#endif

namespace {

constexpr int most_sources = notification_model::sources;
constexpr int most_notes = notification_model::notes_each;
constexpr int steps = 28;
constexpr int tags = 3;
constexpr int slot_bytes = 24 * 1024;
constexpr int inbox_bytes = most_sources * most_notes * slot_bytes;
constexpr int counting_tag = 200;

enum class way { notify, packet, large, put_then_notify, get, count, put_count };

/// What a source sends as its number `i`.
struct sending {
    way how;
    int window;  ///< 0, 1: WORLD; 2: DEVICE
    int tag;
    int offset, bytes;
};

struct step {
    bool sends;
    int source;       ///< that sends, or that is asked for; -1: any
    bool confirmed;   ///< the target waits until it has arrived
    int window, tag, count;
    bool waits, counting;
};

struct setting {
    int rank, size, device_size;
    gpurma_win windows[3], control;
    unsigned char *inbox, *outbox;
};

/// One program: a target and its sources, all WORLD ranks.
struct episode {
    unsigned long long seed;
    int target;
    int sources[most_sources];
    int source_count;
    bool on_one_device[most_sources];  ///< as the target
};

__device__ unsigned char payload_byte(unsigned long long seed, int position) {
    return static_cast<unsigned char>(seed + static_cast<unsigned>(position) * 7 + static_cast<unsigned>(position) / 251);
}

__device__ unsigned long long payload_seed(const episode &e, int source, int number) {
    return mixed(e.seed, 77 + source, number) >> 8;
}

__device__ sending sending_of(const episode &e, int source, int number) {
    choices choose = {mixed(e.seed, 1000 + source, number)};
    sending result;
    result.how = static_cast<way>(choose.below(7));
    result.window = static_cast<int>(choose.below(e.on_one_device[source] ? 3 : 2));
    result.tag = static_cast<int>(choose.below(tags));
    result.offset = (source * most_notes + number) * slot_bytes + static_cast<int>(choose.below(9));
    const bool large = result.how == way::large || choose.one_in(6);
    result.bytes = static_cast<int>(large ? 1025 + choose.below(20000) : choose.below(1025));
    if (result.how == way::notify || result.how == way::count) result.bytes = 0;
    return result;
}

__device__ step step_of(const episode &e, int index) {
    choices choose = {mixed(e.seed, 2000, index)};
    step result;
    result.sends = choose.below(5) < 3;
    result.source = static_cast<int>(choose.below(e.source_count));
    result.confirmed = choose.one_in(2);
    result.window = static_cast<int>(choose.below(3));
    result.waits = choose.one_in(2);
    result.counting = choose.one_in(5);
    result.count = static_cast<int>(choose.below(4));
    if (!result.sends && choose.one_in(2)) result.source = -1;
    result.tag = static_cast<int>(choose.below(tags + 1)) - 1;
    return result;
}

__device__ bool counts(way how) { return how == way::count || how == way::put_count; }

/// A source's part of one step.
__device__ void send(gpurma_state &gst, const setting &s, const episode &e, int source, int number) {
    const sending what = sending_of(e, source, number);
    const gpurma_win window = s.windows[what.window];
    const int target = what.window == 2 ? e.target % s.device_size : e.target;
    const unsigned long long seed = payload_seed(e, source, number);
    unsigned char *buffer = s.outbox + what.offset;
    if (what.how != way::get) {
        for (int i = static_cast<int>(threadIdx.x); i < what.bytes; i += static_cast<int>(blockDim.x)) {
            buffer[i] = payload_byte(seed, i);
        }
    }
    switch (what.how) {
        case way::notify:
            return gpurma_notify(gst, window, target, what.tag);
        case way::packet:
        case way::large:
            return gpurma_put_notify(gst, window, target, what.offset, what.bytes, buffer, what.tag);
        case way::put_then_notify:
            gpurma_put(gst, window, target, what.offset, what.bytes, buffer);
            return gpurma_notify(gst, window, target, what.tag);
        case way::get:
            gpurma_get_notify(gst, window, target, what.offset, what.bytes, buffer, what.tag);
            gpurma_win_flush(gst, window);
            for (int i = static_cast<int>(threadIdx.x); i < what.bytes; i += static_cast<int>(blockDim.x)) {
                GPURMA_ASSERT(gst, buffer[i] == payload_byte(seed, i));
            }
            return;
        case way::count:
            return gpurma_count(gst, GPURMA_COMM_WORLD, e.target, counting_tag + what.tag);
        case way::put_count:
            return gpurma_put_count(gst, window, target, what.offset, what.bytes, buffer, counting_tag + what.tag);
    }
}

// Control notifications: the target lets a source go on with one of `go_tag`, and hears `mark_tag` from it; both are
// numbered, so that none is taken for another.
__device__ int go_tag(int number) { return number; }
__device__ int mark_tag(int number) { return 1000 + number; }

__device__ void run_source(gpurma_state &gst, const setting &s, const episode &e, int self) {
    int sent = 0;
    for (int index = 0; index < steps; index++) {
        const step now = step_of(e, index);
        if (!now.sends || now.source != self || sent == most_notes) continue;
        gpurma_wait_notifications(gst, s.control, e.target, go_tag(sent), 1);
        send(gst, s, e, self, sent);
        if (now.confirmed) gpurma_notify(gst, s.control, e.target, mark_tag(sent));
        sent++;
    }
    gpurma_notify(gst, s.control, e.target, mark_tag(most_notes));
}

/// The target's side: what it knows of what was sent, in shared memory.
struct referee {
    notification_model matching;
    counter_model counters[tags];
    int sent[most_sources];
    bool unconfirmed[most_sources][most_notes];
    bool agreed;
};

class target_side {
   public:
    __device__ target_side(gpurma_state &gst, const setting &s, const episode &e, referee &judge)
        : gst_(gst), s_(s), e_(e), judge_(judge) {}

    __device__ void run(int own_source) {
        prepare();
        for (int index = 0; index < steps; index++) {
            const step now = step_of(e_, index);
            if (now.sends && judge_.sent[now.source] < most_notes) {
                let_send(now, own_source);
            } else if (now.counting) {
                ask_counter(now.tag < 0 ? 0 : now.tag, now.count, now.waits);
            } else {
                ask(query_of(now), now.waits);
            }
        }
        take_the_rest(own_source);
        check_payloads();
    }

   private:
    __device__ bool leads() const { return threadIdx.x == 0; }

    /// What gets will read, where no put goes.
    __device__ void prepare() {
        if (leads()) {
            judge_.matching.begin();
            for (counter_model &counter : judge_.counters) counter = {0, 0, 0};
            for (int &sent : judge_.sent) sent = 0;
        }
        for (int source = 0; source < e_.source_count; source++) {
            for (int number = 0; number < most_notes; number++) {
                const sending what = sending_of(e_, source, number);
                if (what.how == way::get) fill(s_.inbox + what.offset, what.bytes, payload_seed(e_, source, number));
            }
        }
        gpurma_win_flush(gst_, s_.control);
    }

    __device__ void fill(unsigned char *to, int bytes, unsigned long long seed) {
        for (int i = static_cast<int>(threadIdx.x); i < bytes; i += static_cast<int>(blockDim.x)) {
            to[i] = payload_byte(seed, i);
        }
    }

    __device__ void let_send(const step &now, int own_source) {
        const int number = judge_.sent[now.source];
        const sending what = sending_of(e_, now.source, number);
        __syncthreads();
        if (leads()) {
            judge_.sent[now.source] = number + 1;
            if (counts(what.how)) {
                judge_.counters[what.tag].sent++;
                judge_.unconfirmed[now.source][number] = true;
            } else {
                judge_.matching.send(now.source, number, {what.window, what.tag});
                judge_.unconfirmed[now.source][number] = false;
            }
        }
        if (now.source == own_source) {
            send(gst_, s_, e_, own_source, number);
            confirm(now.source);
        } else {
            gpurma_notify(gst_, s_.control, e_.sources[now.source], go_tag(number));
            if (now.confirmed) {
                gpurma_wait_notifications(gst_, s_.control, e_.sources[now.source], mark_tag(number), 1);
                confirm(now.source);
            }
        }
    }

    /// All that the source sent is here, as one rank's accesses arrive in order.
    __device__ void confirm(int source) {
        if (!leads()) return;
        judge_.matching.arrive(source);
        for (int number = 0; number < judge_.sent[source]; number++) {
            if (!judge_.unconfirmed[source][number]) continue;
            judge_.unconfirmed[source][number] = false;
            judge_.counters[sending_of(e_, source, number).tag].arrived++;
        }
    }

    /// Sources that are on another GPU are not in the DEVICE window's communicator.
    __device__ model_query query_of(const step &now) const {
        const bool elsewhere = now.source >= 0 && !e_.on_one_device[now.source];
        return {now.window == 2 && elsewhere ? 1 : now.window, now.source, now.tag, now.count};
    }

    __device__ bool ask(const model_query &asked, bool waits) {
        int source = GPURMA_ANY_SOURCE;
        if (asked.source >= 0) {
            source = asked.window == 2 ? e_.sources[asked.source] % s_.device_size : e_.sources[asked.source];
        }
        __syncthreads();
        if (leads()) judge_.agreed = waits && judge_.matching.will_succeed(asked);
        __syncthreads();
        const bool safe_to_wait = judge_.agreed;
        bool answer = true;
        if (safe_to_wait) {
            gpurma_wait_notifications(gst_, s_.windows[asked.window], source, asked.tag, asked.count);
        } else {
            answer = gpurma_test_notifications(gst_, s_.windows[asked.window], source, asked.tag, asked.count);
        }
        if (leads()) GPURMA_ASSERT(gst_, judge_.matching.observe(asked, answer));
        return answer;
    }

    __device__ bool ask_counter(int tag, int count, bool waits) {
        __syncthreads();
        const bool safe_to_wait = waits && judge_.counters[tag].will_succeed(count);
        bool answer = true;
        __syncthreads();
        if (safe_to_wait) {
            gpurma_wait_count(gst_, counting_tag + tag, count);
        } else {
            answer = gpurma_test_count(gst_, counting_tag + tag, count);
        }
        if (leads()) GPURMA_ASSERT(gst_, judge_.counters[tag].observe(count, answer));
        return answer;
    }

    __device__ void take_the_rest(int own_source) {
        for (int source = 0; source < e_.source_count; source++) {
            if (source != own_source) {
                gpurma_wait_notifications(gst_, s_.control, e_.sources[source], mark_tag(most_notes), 1);
            }
            confirm(source);
        }
        for (int window = 0; window < 3; window++) {
            for (int source = 0; source < e_.source_count; source++) {
                if (window == 2 && !e_.on_one_device[source]) continue;
                for (int tag = 0; tag < tags; tag++) {
                    while (ask({window, source, tag, 1}, false)) {
                    }
                }
            }
        }
        for (int tag = 0; tag < tags; tag++) {
            while (ask_counter(tag, 1, false)) {
            }
        }
    }

    __device__ void check_payloads() {
        __syncthreads();
        for (int source = 0; source < e_.source_count; source++) {
            for (int number = 0; number < judge_.sent[source]; number++) {
                const sending what = sending_of(e_, source, number);
                const unsigned long long seed = payload_seed(e_, source, number);
                for (int i = static_cast<int>(threadIdx.x); i < what.bytes; i += static_cast<int>(blockDim.x)) {
                    GPURMA_ASSERT(gst_, readNoCache(s_.inbox + what.offset + i) == payload_byte(seed, i));
                }
            }
        }
    }

    gpurma_state &gst_;
    const setting &s_;
    const episode &e_;
    referee &judge_;
};

__device__ int greatest_common_divisor(int a, int b) { return b == 0 ? a : greatest_common_divisor(b, a % b); }

/// Ranks are dealt into groups of five by an affine permutation; a group is a target and its sources. In every third
/// program the target sends to itself as well, in place of the last source.
__device__ episode episode_of(const setting &s, int number, int &member) {
    constexpr int group_size = most_sources + 1;
    const unsigned long long seed = mixed(GPURMA_TEST_SEED, number);
    const int shift = static_cast<int>((seed >> 32) % static_cast<unsigned>(s.size));
    int factor = static_cast<int>(seed % static_cast<unsigned>(s.size)) + 1;
    // Coprime to the size, so that every rank is dealt once.
    while (greatest_common_divisor(factor, s.size) != 1) factor++;
    int place = 0;
    for (int i = 0; i < s.size; i++) {
        if ((static_cast<long long>(factor) * i + shift) % s.size == s.rank) place = i;
    }
    const int first = place / group_size * group_size;
    member = place - first;
    episode e;
    e.seed = mixed(seed, first);
    e.source_count = 0;
    for (int i = 0; i < group_size && first + i < s.size; i++) {
        const int rank = static_cast<int>((static_cast<long long>(factor) * (first + i) + shift) % s.size);
        if (i == 0) {
            e.target = rank;
        } else {
            e.sources[e.source_count++] = rank;
        }
    }
    if (e.source_count < most_sources) e.sources[e.source_count++] = e.target;
    for (int i = 0; i < e.source_count; i++) e.on_one_device[i] = e.sources[i] / s.device_size == e.target / s.device_size;
    return e;
}

__device__ setting set_up(gpurma_state &gst) {
    setting s;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &s.rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &s.size);
    gpurma_comm_size(gst, GPURMA_COMM_DEVICE, &s.device_size);
    s.inbox = static_cast<unsigned char *>(gpurma_mem_alloc(gst, inbox_bytes));
    s.outbox = static_cast<unsigned char *>(gpurma_mem_alloc(gst, inbox_bytes));
    GPURMA_ASSERT(gst, s.inbox != nullptr && s.outbox != nullptr);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, s.inbox, inbox_bytes, &s.windows[0]);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, s.inbox, inbox_bytes, &s.windows[1]);
    gpurma_win_create(gst, GPURMA_COMM_DEVICE, s.inbox, inbox_bytes, &s.windows[2]);
    gpurma_win_create(gst, GPURMA_COMM_WORLD, nullptr, 0, &s.control);
    return s;
}

}  // namespace

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    __shared__ referee judge;
    gpurma_gpu_init(gpurma, gst);
    const setting s = set_up(gst);
    for (int number = 0; number < GPURMA_TEST_EPISODES; number++) {
        int member;
        const episode e = episode_of(s, number, member);
        if (member == 0) {
            const bool sends_to_itself = e.sources[e.source_count - 1] == e.target;
            target_side(gst, s, e, judge).run(sends_to_itself ? e.source_count - 1 : -1);
        } else {
            run_source(gst, s, e, member - 1);
        }
        // Nobody writes the next program's payloads before these have been looked at.
        gpurma_comm_barrier(gst, GPURMA_COMM_WORLD);
    }
    if (s.rank == 0) {
        gpurma_log log = gpurma_log_get(gst);
        log << GPURMA_TEST_EPISODES << " rounds of programs from seed " << GPURMA_TEST_SEED << log.flush;
    }
    for (const gpurma_win window : {s.control, s.windows[2], s.windows[1], s.windows[0]}) gpurma_win_free(gst, window);
    gpurma_mem_free(gst, s.outbox);
    gpurma_mem_free(gst, s.inbox);
    gpurma_gpu_finish(gst);
}
