// Where things lie in the memory of a job: what the Java runtime's records package does for real jobs, for tests.
#pragma once

#include <cstdint>
#include <vector>

#include "gpurma/detail/records.h"

namespace test_host {

/// Shape of a job and of its queues. Slots are powers of two.
struct job_shape {
    int gpus = 1;
    std::uint32_t ranks = 8;  ///< of one GPU
    std::uint32_t threads = 64;
    bool near = true;  ///< the GPUs reach each other's memory; otherwise all between them goes through the host

    std::uint32_t command_slots = 64;
    std::uint32_t ack_slots = 16;
    std::uint32_t host_lane_pieces = 1024;
    std::uint32_t log_slots = 256;
    std::uint32_t unmatched_slots = 4096;
    std::uint32_t staging_slots = 4;
    std::uint32_t staging_bytes = 16384;
    std::uint64_t managed_bytes = 64u << 20;
    std::uint64_t userdata_bytes = 0;
};

/// Bytes that may be used, of memory of which the rest may not.
struct place {
    std::uint64_t offset;
    std::uint64_t bytes;
};

struct memory_plan {
    /// Everything that does not depend on addresses or on the process.
    gpurma_context context;
    std::vector<place> host_area;  ///< of one rank
    std::vector<place> arena;      ///< without the managed pool
    place managed;
    place userdata;
    std::uint64_t context_offset;
    std::uint64_t arena_bytes;
};

memory_plan plan_memory(const job_shape &job);

}  // namespace test_host
