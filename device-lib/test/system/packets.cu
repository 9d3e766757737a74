// A litmus test of the pieces that carry small puts: many packets between pairs of ranks, near and far, as many under way
// as lanes hold, and every word of every packet is looked at. A 16 B access that came in two halves would show.
//
// GPURMA_TEST_PIECES a pair: 20,000 in the suite. On GPUs, by hand: -D GPURMA_TEST_PIECES=100000000ll.
#include "gpurma_device.cu.h"

#include "random.h"

#ifndef GPURMA_TEST_PIECES
#define GPURMA_TEST_PIECES 20000ll
#endif

namespace {

constexpr int slots = 8;  // packets under way, each at a place of its own
constexpr int slot_words = 256;
constexpr int data_tag = 1, reply_tag = 2;

__device__ unsigned word_of(unsigned long long packet, int index) {
    return static_cast<unsigned>(packet * 2654435761u) ^ static_cast<unsigned>(index * 40503u) ^
           static_cast<unsigned>(packet >> 32);
}

/// 1 to 256 words, 1 to 86 pieces; the last and the first piece fully and partly used.
__device__ int words_of(unsigned long long packet) { return 1 + static_cast<int>(mixed(packet) % slot_words); }

__device__ int pieces_of(int words) { return 1 + (words + 2) / 3; }

struct pair_of_ranks {
    int partner;
    bool sends;
    unsigned *inbox, *outbox;
    gpurma_win window;
};

__device__ void send(gpurma_state &gst, const pair_of_ranks &p, long long pieces) {
    unsigned long long packet = 0;
    for (long long sent = 0; sent < pieces; packet++) {
        const int words = words_of(packet);
        const int place = static_cast<int>(packet % slots) * slot_words;
        for (int i = static_cast<int>(threadIdx.x); i < words; i += static_cast<int>(blockDim.x)) {
            p.outbox[place + i] = word_of(packet, i);
        }
        // A place may be written again once what was there has been read.
        if (packet >= slots) gpurma_wait_notifications(gst, p.window, p.partner, reply_tag, 1);
        gpurma_put_notify(gst, p.window, p.partner, place * static_cast<int>(sizeof(unsigned)),
                          words * static_cast<int>(sizeof(unsigned)), p.outbox + place, data_tag);
        sent += pieces_of(words);
    }
    const int missing = static_cast<int>(packet < slots ? packet : slots);
    gpurma_wait_notifications(gst, p.window, p.partner, reply_tag, missing);
}

__device__ long long receive(gpurma_state &gst, const pair_of_ranks &p, long long pieces) {
    long long received = 0;
    for (unsigned long long packet = 0; received < pieces; packet++) {
        const int words = words_of(packet);
        const unsigned *place = p.inbox + packet % slots * slot_words;
        gpurma_wait_notifications(gst, p.window, p.partner, data_tag, 1);
        for (int i = static_cast<int>(threadIdx.x); i < words; i += static_cast<int>(blockDim.x)) {
            GPURMA_ASSERT(gst, readNoCache(place + i) == word_of(packet, i));
        }
        gpurma_notify(gst, p.window, p.partner, reply_tag);
        received += pieces_of(words);
    }
    return received;
}

/// Rank i of the first half of the job sends to rank i of the second: another GPU where there are two.
__device__ pair_of_ranks find_partner(gpurma_state &gst) {
    pair_of_ranks p;
    int rank, size;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    gpurma_comm_size(gst, GPURMA_COMM_WORLD, &size);
    const int half = size / 2;
    p.sends = rank < half;
    p.partner = p.sends ? rank + half : rank < 2 * half ? rank - half : -1;
    p.inbox = static_cast<unsigned *>(gpurma_mem_alloc(gst, slots * slot_words * sizeof(unsigned)));
    p.outbox = static_cast<unsigned *>(gpurma_mem_alloc(gst, slots * slot_words * sizeof(unsigned)));
    gpurma_win_create(gst, GPURMA_COMM_WORLD, p.inbox, slots * slot_words * static_cast<int>(sizeof(unsigned)), &p.window);
    return p;
}

}  // namespace

__global__ void test(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);
    const pair_of_ranks p = find_partner(gst);
    if (p.sends) {
        send(gst, p, GPURMA_TEST_PIECES);
    } else if (p.partner >= 0) {
        const long long pieces = receive(gst, p, GPURMA_TEST_PIECES);
        gpurma_log log = gpurma_log_get(gst);
        log << pieces << " pieces from rank " << p.partner << ", all whole" << log.flush;
    }
    gpurma_win_free(gst, p.window);
    gpurma_mem_free(gst, p.outbox);
    gpurma_mem_free(gst, p.inbox);
    gpurma_gpu_finish(gst);
}
