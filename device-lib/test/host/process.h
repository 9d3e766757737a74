// One GPU of the job and its ranks' queues: a runtime process in miniature.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "failures.h"
#include "layout.h"
#include "log_text.h"
#include "machine.h"
#include "network.h"
#include "pool.h"
#include "rings.h"
#include "windows.h"

namespace test_host {

class process {
   public:
    /// What several processes share.
    struct surroundings {
        machine &gpus;
        network &wires;
        failure_board &failures;
        std::function<void(std::uint32_t rank, const std::string &line)> log;
        std::function<void(std::uint32_t epoch)> barrier;
    };

    process(int index, const job_shape &job, const memory_plan &plan, surroundings around);

    std::uint64_t arena() const { return arena_; }
    void launch(const std::vector<std::uint64_t> &arenas);

    /// Does what is to be done; returns whether there was anything.
    bool work();
    /// The kernel: running, ended as it should, or failed (and reported).
    bool is_over();
    bool is_finished() const { return finished_ == job_.ranks; }

    /// Whether a message for a rank of this process can be delivered now: its lane has room, and no packet under way
    /// may go where a direct copy goes or a get reads.
    bool can_deliver(const message &what);
    void deliver(const message &what);
    /// Reads what a get asks for; false where it may not, which is reported.
    bool read_window(const message &get, std::vector<char> &bytes);
    /// What a get of a rank of this process read.
    void complete_get(std::uint32_t rank, std::uint64_t buffer, const std::vector<char> &bytes);

    gpurma::detail::control_page &control() { return *control_; }
    /// What each rank waits for, for people.
    std::string describe_waits();

   private:
    struct rank_queues {
        entry_reader commands;
        ack_writer acks;
        lane_writer lane;
        entry_reader log;
        log_text text;
        std::vector<char> inline_put;  // what has come of a put whose payload follows in further entries
        message inline_message;
        std::uint32_t inline_missing = 0;
        std::uint32_t staging_released = 0;
        std::uint32_t gets_completed = 0;
        bool fault_seen = false;
    };

    char *host_area(std::uint32_t rank) { return host_areas_ + rank * plan_.context.host_area_stride; }
    std::uint32_t world_rank(std::uint32_t rank) const { return static_cast<std::uint32_t>(index_) * job_.ranks + rank; }

    bool work_for(std::uint32_t rank);
    void look_for_fault(std::uint32_t rank);
    void execute(std::uint32_t rank, const std::uint32_t (&words)[entry_words]);
    void create_window(std::uint32_t rank, const std::uint32_t (&words)[entry_words]);
    void free_memory(std::uint32_t rank, const std::uint32_t (&words)[entry_words]);
    void put(std::uint32_t rank, const std::uint32_t (&words)[entry_words]);
    void put_staged(std::uint32_t rank, const std::uint32_t (&words)[entry_words]);
    void put_bulk(std::uint32_t rank, const std::uint32_t (&words)[entry_words]);
    void get(std::uint32_t rank, const std::uint32_t (&words)[entry_words]);
    void take_inline(std::uint32_t rank, const std::uint32_t *words, int count);
    void acknowledge(std::uint32_t rank, const std::uint32_t (&words)[entry_words], std::uint64_t value);
    message access(std::uint32_t rank, const std::uint32_t (&words)[entry_words]) const;
    const window_extent *find_part(const message &what);

    const int index_;
    const job_shape job_;
    memory_plan plan_;
    surroundings around_;
    std::uint64_t arena_;
    char *host_areas_;
    gpurma::detail::control_page *control_;
    pool pool_;
    window_table windows_;
    std::vector<rank_queues> ranks_;
    std::uint32_t finished_ = 0;
};

}  // namespace test_host
