// Long waits: bounded by the job's abort, told to the host, never in the way of the ranks that send to this one.
#pragma once

#include "gpurma/detail/state.h"

namespace gpurma {
namespace detail {

/// Whether a count that grows, modulo 2^32, has come to `goal`.
__device__ __forceinline__ bool reached(std::uint32_t count, std::uint32_t goal) {
    return static_cast<std::int32_t>(count - goal) >= 0;
}

/// What a rank waits for, in the words of wait_record.
struct wait_subject {
    wait_kind kind;
    std::uint32_t window;
    int source;
    int tag;
    std::uint32_t wanted;
};

__device__ __forceinline__ note *unmatched_store(gpurma_state &gst) {
    return at<note>(own_device_area(gst), gst.context.device.unmatched);
}

__device__ __forceinline__ wait_record *wait_record_of(gpurma_state &gst) {
    return at<wait_record>(host_area(gst), gst.context.host.wait);
}

/// Leader only. The fences keep what is said between two steps of the version; nobody is in a hurry here.
GPURMA_OUT_OF_LINE void publish_wait(gpurma_state &gst, const wait_subject &subject, std::uint32_t found,
                                     std::uint64_t since) {
    wait_record *record = wait_record_of(gst);
    store_release_system(&record->version, ++gst.wait_version);
    release_fence_system();
    record->kind = static_cast<std::uint32_t>(subject.kind);
    record->window = subject.window;
    record->source = subject.source;
    record->tag = subject.kind == wait_kind::barrier ? static_cast<int>(gst.collective) : subject.tag;
    record->wanted = subject.wanted;
    record->found = found;
    record->unmatched = gst.unmatched;
    record->lane_sent = gst.lane_sent;
    record->lane_taken = gst.lane_taken;
    record->host_taken = gst.host_taken;
    record->commands = gst.commands_sent;
    record->since_ns = since;
    record->device_barriers = gst.device_barriers;
    record->world_barriers = gst.world_barriers;
    for (std::uint32_t i = 0; i < 16 && i < gst.unmatched; i++) {
        const note waiting = unmatched_store(gst)[i];
        record->oldest[i].window = waiting.word[0];
        record->oldest[i].source = waiting.word[1];
        record->oldest[i].tag = waiting.word[2];
    }
    store_release_system(&record->version, ++gst.wait_version);
    publish_counters(gst);
}

/// Leader only: the last that the host hears of the rank, and its counters.
__device__ __forceinline__ void publish_end(gpurma_state &gst) {
    if (is_stopped(gst)) {
        publish_counters(gst);
    } else {
        publish_wait(gst, {wait_kind::finished, 0, 0, 0, 0}, 0, device_time_ns());
    }
}

/// One wait of the first warp. A poll costs a branch; every so often the rank looks around.
class long_wait {
   public:
    __device__ __forceinline__ long_wait(gpurma_state &gst, first_warp warp, const wait_subject &subject)
        : gst_(gst), warp_(warp), subject_(subject), since_(device_time_ns()) {}

    /// After a poll that found nothing; false when the rank must end. `news` is what the leader of an emulated rank
    /// polls alone, as its warp is 32 fibers. `drain` takes what other ranks sent here.
    template <typename News, typename Drain>
    __device__ __forceinline__ bool goes_on(std::uint32_t found, News news, Drain drain) {
        polls_++;
        if (polls_alone > 1) {
            if (warp_.leads()) {
                // The first only lets the other lanes come here: what the leader polls may be there while theirs is not.
                relax(polls_);
                std::uint32_t alone = 1;
                do {
                    relax(polls_ + alone++);
                } while (alone < polls_alone && !news());
            }
            polls_ += polls_alone - 1;
        } else if (polls_ > 256) {
            relax(polls_);
        }
        return polls_ % polls_a_look != 0 || look_around(found, drain);
    }

    __device__ __forceinline__ void ends() {
        if (!warp_.leads()) return;
        GPURMA_COUNT(gst_.counters.wait_ns += device_time_ns() - since_);
        if (published_) publish_wait(gst_, {wait_kind::none, 0, 0, 0, 0}, 0, since_);
    }

   private:
    template <typename Drain>
    __device__ __forceinline__ bool look_around(std::uint32_t found, Drain drain) {
        if (warp_.leads() && host_aborts(gst_, polls_)) stop(gst_);
        if (warp_.stopped(gst_)) return false;
        drain();
        // What is on its way to the host is published late: the next release would have to wait for it.
        if (polls_ >= polls_a_long_wait && warp_.leads() && says_something_new(found)) {
            publish_wait(gst_, subject_, found, since_);
            published_ = true;
            said_found_ = found;
            said_taken_ = gst_.lane_taken + gst_.host_taken;
        }
        return true;
    }

    __device__ __forceinline__ bool says_something_new(std::uint32_t found) const {
        return !published_ || found != said_found_ || gst_.lane_taken + gst_.host_taken != said_taken_;
    }

    gpurma_state &gst_;
    const first_warp warp_;
    const wait_subject subject_;
    const std::uint64_t since_;
    std::uint32_t polls_ = 0;
    std::uint32_t said_found_ = 0;
    std::uint32_t said_taken_ = 0;
    bool published_ = false;
};

}  // namespace detail
}  // namespace gpurma
