#include "layout.h"

namespace test_host {

using namespace gpurma::detail;

namespace {

constexpr std::uint64_t windows = 2 * window_slots;

/// Deals out places, each followed by a gap that nobody may touch.
class places {
   public:
    explicit places(std::uint64_t alignment) : alignment_(alignment) {}

    place take(std::uint64_t bytes) {
        const place here = {end_, bytes};
        end_ += (bytes + alignment_ - 1) / alignment_ * alignment_ + alignment_;
        taken_.push_back(here);
        return here;
    }
    std::uint32_t take_small(std::uint64_t bytes) { return static_cast<std::uint32_t>(take(bytes).offset); }

    std::uint64_t end() const { return end_; }
    const std::vector<place> &taken() const { return taken_; }

   private:
    const std::uint64_t alignment_;
    std::uint64_t end_ = 0;
    std::vector<place> taken_;
};

void plan_host_area(const job_shape &job, memory_plan &plan) {
    places line(64);
    host_layout &host = plan.context.host;
    host.command_ring = line.take_small(job.command_slots * sizeof(entry));
    host.command_consumed = line.take_small(sizeof(std::uint32_t));
    host.ack_ring = line.take_small(job.ack_slots * sizeof(entry));
    host.ack_consumed = line.take_small(sizeof(std::uint32_t));
    host.lane = line.take_small(job.host_lane_pieces * sizeof(piece));
    host.lane_consumed = line.take_small(sizeof(std::uint32_t));
    host.log_ring = line.take_small(job.log_slots * sizeof(entry));
    host.log_consumed = line.take_small(sizeof(std::uint32_t));
    host.log_dropped = line.take_small(sizeof(std::uint32_t));
    host.staging = line.take_small(job.staging_slots * (staging_header_bytes + job.staging_bytes));
    host.staging_released = line.take_small(sizeof(std::uint32_t));
    host.fault = line.take_small(sizeof(fault_record));
    host.counters = line.take_small(sizeof(counters_record));
    host.gets_completed = line.take_small(sizeof(std::uint32_t));
    host.wait = line.take_small(sizeof(wait_record));
    plan.context.host_area_stride = line.end();
    plan.host_area = line.taken();
}

std::vector<place> plan_device_area(const job_shape &job, gpurma_context &context) {
    places line(64);
    const std::uint32_t near_ranks = context.near_processes * job.ranks;
    context.device.lanes = line.take_small(near_ranks * lane_pieces * sizeof(piece));
    context.device.credits = line.take_small(near_ranks * sizeof(credit));
    context.device.peers = line.take_small(near_ranks * sizeof(peer_state));
    context.device.unmatched = line.take_small(job.unmatched_slots * sizeof(note));
    context.device_area_stride = line.end();
    return line.taken();
}

void plan_arena(const job_shape &job, memory_plan &plan) {
    gpurma_context &context = plan.context;
    const std::vector<place> device_area = plan_device_area(job, context);
    places block(256);
    context.device_areas = block.take(context.device_area_stride * job.ranks).offset;
    context.shared = block.take(sizeof(device_shared)).offset;
    context.window_parts = block.take(windows * context.near_processes * job.ranks * sizeof(window_part)).offset;
    plan.context_offset = block.take(sizeof(gpurma_context)).offset;
    plan.userdata = block.take(job.userdata_bytes);
    plan.arena.assign(block.taken().begin() + 1, block.taken().end());
    for (std::uint32_t rank = 0; rank < job.ranks; rank++) {
        for (const place &part : device_area) {
            plan.arena.push_back({context.device_areas + rank * context.device_area_stride + part.offset, part.bytes});
        }
    }
    plan.managed = block.take(job.managed_bytes);
    plan.arena_bytes = block.end();
}

}  // namespace

memory_plan plan_memory(const job_shape &job) {
    memory_plan plan = {};
    gpurma_context &context = plan.context;
    context.abi_version = GPURMA_ABI_VERSION;
    context.device_ranks = job.ranks;
    context.world_size = job.ranks * static_cast<std::uint32_t>(job.gpus);
    context.process_count = static_cast<std::uint32_t>(job.gpus);
    context.threads_per_rank = job.threads;
    context.near_processes = job.near ? static_cast<std::uint32_t>(job.gpus) : 1;
    context.command_slots = job.command_slots;
    context.ack_slots = job.ack_slots;
    context.host_lane_pieces = job.host_lane_pieces;
    context.log_slots = job.log_slots;
    context.unmatched_slots = job.unmatched_slots;
    context.staging_slots = job.staging_slots;
    context.staging_payload_bytes = job.staging_bytes;
    context.userdata_bytes = job.userdata_bytes;
    plan_host_area(job, plan);
    plan_arena(job, plan);
    return plan;
}

}  // namespace test_host
