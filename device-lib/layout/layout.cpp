// Prints what records.h compiles to, a line a fact: "record.field offset" and "record size" in bytes, and the constants
// that both sides use. The host runtime's layout test compares its own descriptors with this.
#include "gpurma/detail/records.h"

#include <cstddef>
#include <cstdio>

namespace {

using namespace gpurma::detail;

void print(const char *name, unsigned long value) { std::printf("%s %lu\n", name, value); }

#define OFFSET(record, field) print(#record "." #field, offsetof(record, field))
#define SIZE(record) print(#record, sizeof(record))
#define CONSTANT(name) print(#name, static_cast<unsigned long>(name))

void print_entries() {
    SIZE(piece);
    OFFSET(piece, word);
    OFFSET(piece, sequence);
    SIZE(entry);
    SIZE(note);
    CONSTANT(entry_words);
    CONSTANT(opcode::mem_alloc);
    CONSTANT(opcode::mem_free);
    CONSTANT(opcode::win_create);
    CONSTANT(opcode::win_free);
    CONSTANT(opcode::put);
    CONSTANT(opcode::barrier);
    CONSTANT(opcode::timer);
    CONSTANT(opcode::finish);
    CONSTANT(opcode::put_staged);
    CONSTANT(opcode::put_bulk);
    CONSTANT(opcode::get);
    CONSTANT(access_notifies);
    CONSTANT(access_counts);
    CONSTANT(access_direct);
    CONSTANT(put_inline_word);
    CONSTANT(put_inline_bytes);
    CONSTANT(entry_bytes);
    CONSTANT(counter_tags);
    CONSTANT(header_bytes_shift);
    CONSTANT(header_flags_shift);
    CONSTANT(packet_bytes);
    CONSTANT(payload_bytes_per_piece);
    CONSTANT(no_window);
    CONSTANT(window_slot_mask);
    CONSTANT(window_comm_shift);
    CONSTANT(window_slots);
}

void print_log() {
    CONSTANT(log_bytes_per_entry);
    CONSTANT(log_ends_line);
    CONSTANT(log_gap);
    CONSTANT(log_flags_shift);
    CONSTANT(log_level_shift);
    CONSTANT(log_level_mask);
    CONSTANT(log_item::text);
    CONSTANT(log_item::integer);
    CONSTANT(log_item::natural);
    CONSTANT(log_item::real);
    CONSTANT(log_item::truth);
    CONSTANT(log_item::address);
    CONSTANT(log_item::short_integer);
    CONSTANT(log_item::short_natural);
    CONSTANT(log_about_shift);
}

void print_fault() {
    SIZE(fault_record);
    OFFSET(fault_record, state);
    OFFSET(fault_record, kind);
    OFFSET(fault_record, thread);
    OFFSET(fault_record, line);
    OFFSET(fault_record, values);
    OFFSET(fault_record, file);
    OFFSET(fault_record, text);
    CONSTANT(fault_kind::assertion);
    CONSTANT(fault_kind::window_misuse);
    CONSTANT(fault_kind::notification_overflow);
    CONSTANT(fault_kind::api_misuse);
}

void print_counters() {
    SIZE(counters_record);
    CONSTANT(path_device);
    CONSTANT(path_peer);
    CONSTANT(path_network);
    SIZE(path_counters);
    OFFSET(path_counters, puts);
    OFFSET(path_counters, put_bytes);
    OFFSET(path_counters, gets);
    OFFSET(path_counters, get_bytes);
    OFFSET(path_counters, notifications_sent);
    OFFSET(path_counters, notifications_matched);
    OFFSET(counters_record, paths);
    OFFSET(counters_record, barriers);
    OFFSET(counters_record, wait_ns);
    OFFSET(counters_record, queue_full_stalls);
    OFFSET(counters_record, log_entries);
    OFFSET(counters_record, log_stalls);
    OFFSET(counters_record, unmatched_high_water);
}

void print_wait() {
    SIZE(wait_record);
    OFFSET(wait_record, version);
    OFFSET(wait_record, kind);
    OFFSET(wait_record, window);
    OFFSET(wait_record, source);
    OFFSET(wait_record, tag);
    OFFSET(wait_record, wanted);
    OFFSET(wait_record, found);
    OFFSET(wait_record, unmatched);
    OFFSET(wait_record, lane_sent);
    OFFSET(wait_record, lane_taken);
    OFFSET(wait_record, host_taken);
    OFFSET(wait_record, commands);
    OFFSET(wait_record, since_ns);
    OFFSET(wait_record, device_barriers);
    OFFSET(wait_record, world_barriers);
    OFFSET(wait_record, oldest);
    CONSTANT(wait_kind::notifications);
    CONSTANT(wait_kind::counter);
    CONSTANT(wait_kind::barrier);
    CONSTANT(wait_kind::lane);
    CONSTANT(wait_kind::host);
    CONSTANT(wait_kind::get);
    CONSTANT(wait_kind::finished);
    CONSTANT(collective::comm_barrier);
    CONSTANT(collective::win_create);
    CONSTANT(collective::win_free);
    CONSTANT(collective::cpu_timer);
    CONSTANT(collective::gpu_finish);
}

void print_areas() {
    SIZE(control_page);
    OFFSET(control_page, abort);
    OFFSET(control_page, world_barrier);
    SIZE(window_part);
    SIZE(device_shared);
    CONSTANT(staging_header_bytes);
    SIZE(host_layout);
    OFFSET(host_layout, command_ring);
    OFFSET(host_layout, command_consumed);
    OFFSET(host_layout, ack_ring);
    OFFSET(host_layout, ack_consumed);
    OFFSET(host_layout, lane);
    OFFSET(host_layout, lane_consumed);
    OFFSET(host_layout, log_ring);
    OFFSET(host_layout, log_consumed);
    OFFSET(host_layout, log_dropped);
    OFFSET(host_layout, staging);
    OFFSET(host_layout, staging_released);
    OFFSET(host_layout, fault);
    OFFSET(host_layout, counters);
    OFFSET(host_layout, gets_completed);
    OFFSET(host_layout, wait);
    SIZE(device_layout);
    OFFSET(device_layout, lanes);
    OFFSET(device_layout, credits);
    OFFSET(device_layout, peers);
    OFFSET(device_layout, unmatched);
    SIZE(peer_state);
    CONSTANT(lane_pieces);
    CONSTANT(most_near_processes);
}

void print_context() {
    CONSTANT(GPURMA_ABI_VERSION);
    SIZE(gpurma_context);
    OFFSET(gpurma_context, abi_version);
    OFFSET(gpurma_context, device_ranks);
    OFFSET(gpurma_context, rank_start);
    OFFSET(gpurma_context, world_size);
    OFFSET(gpurma_context, process_index);
    OFFSET(gpurma_context, process_count);
    OFFSET(gpurma_context, threads_per_rank);
    OFFSET(gpurma_context, near_processes);
    OFFSET(gpurma_context, near_first);
    OFFSET(gpurma_context, userdata);
    OFFSET(gpurma_context, userdata_bytes);
    OFFSET(gpurma_context, host_areas);
    OFFSET(gpurma_context, host_area_stride);
    OFFSET(gpurma_context, control);
    OFFSET(gpurma_context, device_areas);
    OFFSET(gpurma_context, device_area_stride);
    OFFSET(gpurma_context, shared);
    OFFSET(gpurma_context, window_parts);
    OFFSET(gpurma_context, arenas);
    OFFSET(gpurma_context, command_slots);
    OFFSET(gpurma_context, ack_slots);
    OFFSET(gpurma_context, host_lane_pieces);
    OFFSET(gpurma_context, log_slots);
    OFFSET(gpurma_context, log_drops);
    OFFSET(gpurma_context, unmatched_slots);
    OFFSET(gpurma_context, staging_slots);
    OFFSET(gpurma_context, staging_payload_bytes);
    OFFSET(gpurma_context, host);
    OFFSET(gpurma_context, device);
}

}  // namespace

int main() {
    print_entries();
    print_log();
    print_fault();
    print_counters();
    print_wait();
    print_areas();
    print_context();
}
