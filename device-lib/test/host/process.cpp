#include "process.h"

#include <algorithm>
#include <cstring>

namespace test_host {

using namespace gpurma::detail;

namespace {

std::uint64_t wide(const std::uint32_t (&words)[entry_words], int at) {
    return words[at] | static_cast<std::uint64_t>(words[at + 1]) << 32;
}

std::uint32_t window_in(const std::uint32_t (&words)[entry_words]) { return words[0] >> 16; }

std::string hexadecimal(std::uint64_t value) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

/// The text names the record's values as %0 to %3.
std::string fault_text(const fault_record &fault) {
    if (static_cast<fault_kind>(fault.kind) == fault_kind::assertion) {
        return std::string("assertion failed: ") + fault.text + " (" + fault.file + ":" + std::to_string(fault.line) + ")";
    }
    std::string text = fault.text;
    for (int i = 0; i < 4; i++) {
        const std::string name = "%" + std::to_string(i);
        for (std::size_t at; (at = text.find(name)) != std::string::npos;) {
            text.replace(at, name.size(), std::to_string(fault.values[i]));
        }
    }
    return fault.file[0] == '\0' ? text : std::string(fault.file) + ": " + text;
}

bool is_direct(const message &what) { return what.is_get || what.bytes > packet_bytes; }

const char *wait_name(std::uint32_t kind) {
    static const char *names[] = {"nothing",  "notifications", "a counter",                 "a barrier", "room in a lane",
                                  "the host", "gets",          "nothing any more: finished"};
    return kind < 8 ? names[kind] : "?";
}

}  // namespace

process::process(int index, const job_shape &job, const memory_plan &plan, surroundings around)
    : index_(index),
      job_(job),
      plan_(plan),
      around_(std::move(around)),
      arena_(around_.gpus.allocate_on_device(index, plan.arena_bytes)),
      host_areas_(around_.gpus.allocate_on_host(plan.context.host_area_stride * job.ranks)),
      control_(reinterpret_cast<control_page *>(around_.gpus.allocate_on_host(4096))),
      pool_(around_.gpus, arena_ + plan.managed.offset, plan.managed.bytes),
      ranks_(job.ranks) {
    machine &gpu = around_.gpus;
    gpu.forbid(arena_, plan.arena_bytes);
    for (const place &part : plan.arena) gpu.allow(arena_ + part.offset, part.bytes);
    const std::uint64_t areas = reinterpret_cast<std::uint64_t>(host_areas_);
    gpu.forbid(areas, plan.context.host_area_stride * job.ranks);
    const host_layout &host = plan.context.host;
    for (std::uint32_t rank = 0; rank < job.ranks; rank++) {
        char *area = host_area(rank);
        for (const place &part : plan.host_area) gpu.allow(reinterpret_cast<std::uint64_t>(area) + part.offset, part.bytes);
        rank_queues &queues = ranks_[rank];
        queues.commands = entry_reader(area + host.command_ring, area + host.command_consumed, job.command_slots);
        queues.acks = ack_writer(area + host.ack_ring, job.ack_slots);
        queues.lane = lane_writer(area + host.lane, area + host.lane_consumed, job.host_lane_pieces);
        queues.log = entry_reader(area + host.log_ring, area + host.log_consumed, job.log_slots);
    }
}

void process::launch(const std::vector<std::uint64_t> &arenas) {
    gpurma_context &context = plan_.context;
    context.rank_start = world_rank(0);
    context.process_index = static_cast<std::uint32_t>(index_);
    context.near_first = job_.near ? 0 : context.process_index;
    context.host_areas = reinterpret_cast<std::uint64_t>(host_areas_);
    context.control = reinterpret_cast<std::uint64_t>(control_);
    context.userdata = job_.userdata_bytes == 0 ? 0 : arena_ + plan_.userdata.offset;
    for (std::uint32_t i = 0; i < context.near_processes; i++) context.arenas[i] = arenas[context.near_first + i];
    around_.gpus.copy_in(arena_ + plan_.context_offset, &context, sizeof context);
    around_.gpus.launch(index_, job_.ranks, job_.threads, arena_ + plan_.context_offset);
}

bool process::work() {
    bool worked = false;
    for (std::uint32_t rank = 0; rank < job_.ranks; rank++) worked |= work_for(rank);
    return worked;
}

bool process::work_for(std::uint32_t rank) {
    rank_queues &queues = ranks_[rank];
    std::uint32_t words[entry_words];
    bool worked = false;
    // The log first: what a rank said before a command is told before what the command causes.
    while (queues.log.poll(words)) {
        if (queues.text.take(words)) around_.log(world_rank(rank), queues.text.line());
        worked = true;
    }
    for (int i = 0; i < 16 && queues.commands.poll(words); i++) {
        if (queues.inline_missing > 0) {
            take_inline(rank, words, entry_words);
        } else {
            execute(rank, words);
        }
        worked = true;
    }
    look_for_fault(rank);
    return worked;
}

void process::look_for_fault(std::uint32_t rank) {
    fault_record *fault = reinterpret_cast<fault_record *>(host_area(rank) + plan_.context.host.fault);
    if (ranks_[rank].fault_seen || __atomic_load_n(&fault->state, __ATOMIC_ACQUIRE) != 2) return;
    ranks_[rank].fault_seen = true;
    around_.failures.report_rank(world_rank(rank), fault_text(*fault));
}

void process::execute(std::uint32_t rank, const std::uint32_t (&words)[entry_words]) {
    switch (static_cast<opcode>(words[0] & 0xff)) {
        case opcode::mem_alloc:
            return acknowledge(rank, words, pool_.allocate(wide(words, 3)));
        case opcode::mem_free:
            return free_memory(rank, words);
        case opcode::win_create:
            return create_window(rank, words);
        case opcode::win_free:
            if (!windows_.remove(window_in(words), rank)) {
                around_.failures.report_rank(world_rank(rank), "frees " + describe_window(window_in(words)) + ", which is not alive");
            }
            return acknowledge(rank, words, 0);
        case opcode::put:
            return put(rank, words);
        case opcode::put_staged:
            return put_staged(rank, words);
        case opcode::put_bulk:
            return put_bulk(rank, words);
        case opcode::get:
            return get(rank, words);
        case opcode::barrier:
            return around_.barrier(words[1]);
        case opcode::timer:
            return;
        case opcode::finish:
            finished_++;
            return;
        case opcode::none:
            break;
    }
    around_.failures.report_rank(world_rank(rank), "sent the unknown command " + std::to_string(words[0] & 0xff));
}

void process::acknowledge(std::uint32_t rank, const std::uint32_t (&words)[entry_words], std::uint64_t value) {
    ranks_[rank].acks.write(words[0] & 0xff, words[9], value);
}

void process::free_memory(std::uint32_t rank, const std::uint32_t (&words)[entry_words]) {
    const std::uint64_t address = wide(words, 3);
    if (address != 0 && !pool_.release(address)) {
        around_.failures.report_rank(world_rank(rank), "frees " + hexadecimal(address) +
                                                           ", which gpurma_mem_alloc did not return or which is free already");
        return;
    }
    acknowledge(rank, words, 0);
}

void process::create_window(std::uint32_t rank, const std::uint32_t (&words)[entry_words]) {
    const window_extent extent = {wide(words, 6), wide(words, 3)};
    const bool in_userdata = extent.base >= arena_ + plan_.userdata.offset &&
                             extent.base + extent.bytes <= arena_ + plan_.userdata.offset + plan_.userdata.bytes;
    if (!pool_.contains(extent.base, extent.bytes) && !in_userdata) {
        around_.failures.report_rank(world_rank(rank), "creates a window of " + std::to_string(extent.bytes) + " bytes at " +
                                                           hexadecimal(extent.base) +
                                                           ", which is not managed memory, userdata or a named buffer");
        return;
    }
    windows_.add(window_in(words), rank, extent);
    acknowledge(rank, words, 0);
}

message process::access(std::uint32_t rank, const std::uint32_t (&words)[entry_words]) const {
    message what;
    what.window = window_in(words);
    const bool unwindowed = what.window == no_window;
    const bool world = (unwindowed ? words[3] & 1 : what.window >> window_comm_shift) == 0;
    what.source = world_rank(rank);
    what.source_in_comm = world ? what.source : rank;
    what.target = world ? words[1] : world_rank(words[1]);
    what.tag = words[2];
    what.offset = unwindowed ? 0 : words[3];
    what.bytes = words[4];
    what.flags = words[0] >> 8 & 0xff;
    return what;
}

void process::put(std::uint32_t rank, const std::uint32_t (&words)[entry_words]) {
    rank_queues &queues = ranks_[rank];
    queues.inline_message = access(rank, words);
    queues.inline_missing = queues.inline_message.bytes;
    take_inline(rank, words + put_inline_word, entry_words - static_cast<int>(put_inline_word));
}

void process::take_inline(std::uint32_t rank, const std::uint32_t *words, int count) {
    rank_queues &queues = ranks_[rank];
    const std::uint32_t bytes = std::min(queues.inline_missing, static_cast<std::uint32_t>(count) * 4);
    const char *begin = reinterpret_cast<const char *>(words);
    queues.inline_message.payload.insert(queues.inline_message.payload.end(), begin, begin + bytes);
    queues.inline_missing -= bytes;
    if (queues.inline_missing == 0) around_.wires.send(std::move(queues.inline_message));
}

void process::put_staged(std::uint32_t rank, const std::uint32_t (&words)[entry_words]) {
    message what = access(rank, words);
    const char *slot = host_area(rank) + plan_.context.host.staging + words[8] * (staging_header_bytes + job_.staging_bytes);
    what.payload.assign(slot + staging_header_bytes, slot + staging_header_bytes + what.bytes);
    around_.wires.send(std::move(what));
    std::uint32_t *released = reinterpret_cast<std::uint32_t *>(host_area(rank) + plan_.context.host.staging_released);
    __atomic_store_n(released, ++ranks_[rank].staging_released, __ATOMIC_RELEASE);
}

void process::put_bulk(std::uint32_t rank, const std::uint32_t (&words)[entry_words]) {
    message what = access(rank, words);
    what.payload.resize(what.bytes);
    around_.gpus.copy_out(what.payload.data(), wide(words, 6), what.bytes);
    around_.wires.send(std::move(what));
    acknowledge(rank, words, 0);
}

void process::get(std::uint32_t rank, const std::uint32_t (&words)[entry_words]) {
    message what = access(rank, words);
    what.is_get = true;
    what.buffer = wide(words, 6);
    around_.wires.send(std::move(what));
}

const window_extent *process::find_part(const message &what) {
    const window_extent *part = windows_.find(what.window, what.target - world_rank(0));
    const std::string target = describe_window(what.window) + " of rank " + std::to_string(what.target);
    if (part == nullptr) {
        around_.failures.report_rank(what.source, "access to " + target +
                                                      ", which has no such window (freed before the access arrived, or never created)");
    } else if (what.offset > part->bytes || what.bytes > part->bytes - what.offset) {
        around_.failures.report_rank(what.source, std::to_string(what.bytes) + " bytes at offset " +
                                                      std::to_string(what.offset) + " leave " + target + ", whose part has " +
                                                      std::to_string(part->bytes) + " bytes");
        return nullptr;
    }
    return part;
}

bool process::can_deliver(const message &what) {
    const lane_writer &lane = ranks_[what.target - world_rank(0)].lane;
    return is_direct(what) ? lane.has_room(0) && lane.packets_are_taken() : lane.has_room(what.bytes);
}

void process::deliver(const message &what) {
    const bool direct = is_direct(what);
    if (what.bytes > 0 && !what.is_get) {
        const window_extent *part = find_part(what);
        if (part == nullptr) return;
        if (direct) around_.gpus.copy_in(part->base + what.offset, what.payload.data(), what.bytes);
    }
    const std::uint32_t bytes = direct ? 0 : what.bytes;
    const std::uint32_t flags = what.flags | (direct ? access_direct : 0u);
    const std::uint32_t header[3] = {what.tag, what.offset,
                                     what.window | bytes << header_bytes_shift | flags << header_flags_shift};
    ranks_[what.target - world_rank(0)].lane.write(header, what.source_in_comm, what.payload.data(), bytes);
}

bool process::read_window(const message &get, std::vector<char> &bytes) {
    const window_extent *part = find_part(get);
    if (part == nullptr) return false;
    bytes.resize(get.bytes);
    around_.gpus.copy_out(bytes.data(), part->base + get.offset, get.bytes);
    return true;
}

void process::complete_get(std::uint32_t rank, std::uint64_t buffer, const std::vector<char> &bytes) {
    const std::uint32_t local = rank - world_rank(0);
    around_.gpus.copy_in(buffer, bytes.data(), bytes.size());
    std::uint32_t *completed = reinterpret_cast<std::uint32_t *>(host_area(local) + plan_.context.host.gets_completed);
    __atomic_store_n(completed, ++ranks_[local].gets_completed, __ATOMIC_RELEASE);
}

bool process::is_over() {
    switch (around_.gpus.state(index_)) {
        case run_state::running:
            return false;
        case run_state::faulted:
            around_.failures.report(around_.gpus.fault(index_));
            return true;
        case run_state::ended:
            break;
    }
    // What the ranks said at the very end.
    while (work()) {
    }
    if (!is_finished()) around_.failures.report("a rank returned without gpurma_gpu_finish");
    return true;
}

std::string process::describe_waits() {
    std::string text;
    for (std::uint32_t rank = 0; rank < job_.ranks; rank++) {
        const wait_record &wait = *reinterpret_cast<wait_record *>(host_area(rank) + plan_.context.host.wait);
        text += "rank " + std::to_string(world_rank(rank)) + " waits for " + wait_name(wait.kind) + ": window " +
                std::to_string(static_cast<int>(wait.window)) + ", source " + std::to_string(wait.source) + ", tag " +
                std::to_string(wait.tag) + ", " + std::to_string(wait.found) + " of " + std::to_string(wait.wanted) + ", " +
                std::to_string(wait.unmatched) + " unmatched\n";
    }
    return text;
}

}  // namespace test_host
