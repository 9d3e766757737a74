// The first rank of the job learns which rank is the first on another GPU of its node, and which is the first on
// another node: one notified put each. Where the GPU stands comes as userdata.
#include "gpurma_device.cu.h"

/// Field by field as in Host.java.
struct userdata {
    int is_first_device;
    int is_first_peer_device;
    int is_first_peer_node;
    int has_peer_device;
    int has_peer_node;
};

/// What the window of the leader holds.
enum slot { slot_peer_device = 0, slot_peer_node = 1, slots = 2 };

constexpr int leader = 0;
constexpr int tag = 0;

/// Sends the own rank into one slot of the leader's window. The buffer is managed memory, as a put demands.
__device__ void introduce(gpurma_state &gst, gpurma_win window, int *buffer, int slot) {
    int rank;
    gpurma_comm_rank(gst, GPURMA_COMM_WORLD, &rank);
    buffer[0] = rank;
    gpurma_put_notify(gst, window, leader, slot * static_cast<int>(sizeof(int)), sizeof(int), buffer, tag);
}

/// Waits for everyone who will introduce himself, then says who they are.
__device__ void meet_peers(gpurma_state &gst, gpurma_win window, const int *met, const userdata &where) {
    gpurma_log log = gpurma_log_get(gst);
    log << "LEADER" << log.flush;

    const int peers = (where.has_peer_device ? 1 : 0) + (where.has_peer_node ? 1 : 0);
    gpurma_wait_notifications(gst, window, GPURMA_ANY_SOURCE, tag, peers);

    if (where.has_peer_device) {
        log << "LEADER: 1st peer device is " << readNoCache(&met[slot_peer_device]) << log.flush;
    }
    if (where.has_peer_node) {
        log << "LEADER: 1st peer node is " << readNoCache(&met[slot_peer_node]) << log.flush;
    }
}

__global__ void rank_exchange(gpurma_context_handle gpurma) {
    __shared__ gpurma_state gst;
    gpurma_gpu_init(gpurma, gst);

    userdata *where;
    gpurma_get_data(gst, (void **)&where);

    constexpr int bytes = slots * sizeof(int);
    int *buffer = (int *)gpurma_mem_alloc(gst, bytes);
    GPURMA_ASSERT(gst, buffer != nullptr);

    gpurma_win window;
    gpurma_win_create(gst, GPURMA_COMM_WORLD, buffer, bytes, &window);
    GPURMA_ASSERT(gst, window != GPURMA_WIN_NONE);

    // One rank a GPU takes part.
    int device_rank;
    gpurma_comm_rank(gst, GPURMA_COMM_DEVICE, &device_rank);
    if (device_rank == 0) {
        if (where->is_first_device) {
            meet_peers(gst, window, buffer, *where);
        } else if (where->is_first_peer_device) {
            introduce(gst, window, buffer, slot_peer_device);
        } else if (where->is_first_peer_node) {
            introduce(gst, window, buffer, slot_peer_node);
        }
    }

    gpurma_win_free(gst, window);
    gpurma_mem_free(gst, buffer);
    gpurma_gpu_finish(gst);
}
