package org.gpurma.runtime.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LayoutTest {

  private static Map<String, Integer> compiled;

  @BeforeAll
  static void compile() throws Exception {
    compiled = CompiledLayout.read();
  }

  @Test
  void everyFieldOfTheContextLiesWhereTheDeviceLibraryPutsIt() throws Exception {
    compareOffsets(
        "gpurma_context",
        ContextDescriptor.class,
        Map.of("HOST_LAYOUT", "host", "DEVICE_LAYOUT", "device"));
    assertThat(ContextDescriptor.BYTES).isEqualTo(compiled.get("gpurma_context"));
    assertThat(ContextDescriptor.ABI_VERSION).isEqualTo(compiled.get("GPURMA_ABI_VERSION"));
  }

  @Test
  void everyCounterLiesWhereTheDeviceLibraryPutsIt() throws Exception {
    compareOffsets("counters_record", CountersDescriptor.class, Map.of());
    assertThat(CountersDescriptor.BYTES).isEqualTo(compiled.get("counters_record"));
    compareOffsets("path_counters", PathCountersDescriptor.class, Map.of());
    assertThat(PathCountersDescriptor.BYTES).isEqualTo(compiled.get("path_counters"));
    expect("path_device", PathCountersDescriptor.DEVICE);
    expect("path_peer", PathCountersDescriptor.PEER);
    expect("path_network", PathCountersDescriptor.NETWORK);
  }

  @Test
  void everyFieldOfAWaitRecordLiesWhereTheDeviceLibraryPutsIt() throws Exception {
    compareOffsets("wait_record", WaitRecordDescriptor.class, Map.of());
    assertThat(WaitRecordDescriptor.BYTES).isEqualTo(compiled.get("wait_record"));
    expect("wait_kind::notifications", WaitRecordDescriptor.NOTIFICATIONS);
    expect("wait_kind::counter", WaitRecordDescriptor.COUNTER);
    expect("wait_kind::barrier", WaitRecordDescriptor.BARRIER);
    expect("wait_kind::lane", WaitRecordDescriptor.LANE);
    expect("wait_kind::host", WaitRecordDescriptor.HOST);
    expect("wait_kind::get", WaitRecordDescriptor.GET);
    expect("wait_kind::finished", WaitRecordDescriptor.FINISHED);
    expect("collective::comm_barrier", WaitRecordDescriptor.COMM_BARRIER);
    expect("collective::win_create", WaitRecordDescriptor.WIN_CREATE);
    expect("collective::win_free", WaitRecordDescriptor.WIN_FREE);
    expect("collective::cpu_timer", WaitRecordDescriptor.CPU_TIMER);
    expect("collective::gpu_finish", WaitRecordDescriptor.GPU_FINISH);
  }

  @Test
  void everyFieldOfAFaultRecordLiesWhereTheDeviceLibraryPutsIt() throws Exception {
    compareOffsets("fault_record", FaultRecordDescriptor.class, Map.of());
    assertThat(FaultRecordDescriptor.BYTES).isEqualTo(compiled.get("fault_record"));
  }

  @Test
  void everyFieldOfTheControlPageLiesWhereTheDeviceLibraryPutsIt() throws Exception {
    compareOffsets("control_page", ControlPageDescriptor.class, Map.of());
    assertThat(ControlPageDescriptor.BYTES).isEqualTo(compiled.get("control_page"));
  }

  @Test
  void recordsHaveTheSizesOfTheDeviceLibrary() {
    expect("piece", EntryDescriptor.PIECE_BYTES);
    expect("note", EntryDescriptor.PIECE_BYTES);
    expect("piece.sequence", EntryDescriptor.SEQUENCE_OFFSET);
    expect("entry", EntryDescriptor.BYTES);
    expect("entry_words", EntryDescriptor.WORDS);
    expect("window_part", DeviceMemoryDescriptor.WINDOW_PART_BYTES);
    assertThat(compiled.getOrDefault("credit", DeviceMemoryDescriptor.CREDIT_BYTES))
        .isEqualTo(DeviceMemoryDescriptor.CREDIT_BYTES);
    expect("peer_state", DeviceMemoryDescriptor.PEER_STATE_BYTES);
    expect("lane_pieces", DeviceMemoryDescriptor.LANE_PIECES);
    expect("most_near_processes", DeviceMemoryDescriptor.MOST_NEAR_PROCESSES);
    expect("device_shared", DeviceMemoryDescriptor.DEVICE_SHARED_BYTES);
    expect("staging_header_bytes", HostAreaLayout.STAGING_HEADER_BYTES);
  }

  @Test
  void commandsHaveTheNumbersOfTheDeviceLibrary() {
    expect("opcode::mem_alloc", CommandDescriptor.MEM_ALLOC);
    expect("opcode::mem_free", CommandDescriptor.MEM_FREE);
    expect("opcode::win_create", CommandDescriptor.WIN_CREATE);
    expect("opcode::win_free", CommandDescriptor.WIN_FREE);
    expect("opcode::put", CommandDescriptor.PUT);
    expect("opcode::barrier", CommandDescriptor.BARRIER);
    expect("opcode::timer", CommandDescriptor.TIMER);
    expect("opcode::finish", CommandDescriptor.FINISH);
    expect("opcode::put_staged", CommandDescriptor.PUT_STAGED);
    expect("opcode::put_bulk", CommandDescriptor.PUT_BULK);
    expect("opcode::get", CommandDescriptor.GET);
    expect("put_inline_word", CommandDescriptor.PUT_INLINE_WORD);
    expect("put_inline_bytes", CommandDescriptor.PUT_INLINE_BYTES);
    expect("entry_bytes", EntryDescriptor.PAYLOAD_BYTES);
  }

  @Test
  void accessesInLanesLookAsInTheDeviceLibrary() {
    expect("access_notifies", AccessFlags.NOTIFIES);
    expect("access_counts", AccessFlags.COUNTS);
    expect("access_direct", AccessFlags.DIRECT);
    expect("packet_bytes", LaneDescriptor.PACKET_BYTES);
    expect("header_bytes_shift", LaneDescriptor.BYTES_SHIFT);
    expect("header_flags_shift", LaneDescriptor.FLAGS_SHIFT);
    expect("payload_bytes_per_piece", EntryDescriptor.PIECE_PAYLOAD_BYTES);
  }

  @Test
  void windowsHaveTheHandlesOfTheDeviceLibrary() {
    expect("window_slots", WindowHandle.SLOTS);
    expect("window_slot_mask", WindowHandle.SLOT_MASK);
    expect("window_comm_shift", WindowHandle.COMMUNICATOR_SHIFT);
    expect("no_window", WindowHandle.NO_WINDOW);
  }

  @Test
  void logItemsHaveTheNumbersOfTheDeviceLibrary() {
    expect("log_bytes_per_entry", LogEntryDescriptor.DATA_BYTES);
    expect("log_ends_line", LogEntryDescriptor.ENDS_LINE);
    expect("log_gap", LogEntryDescriptor.GAP);
    expect("log_flags_shift", LogEntryDescriptor.FLAGS_SHIFT);
    expect("log_level_shift", LogEntryDescriptor.LEVEL_SHIFT);
    expect("log_level_mask", LogEntryDescriptor.LEVEL_MASK);
    expect("log_item::text", LogEntryDescriptor.TEXT);
    expect("log_item::integer", LogEntryDescriptor.INTEGER);
    expect("log_item::natural", LogEntryDescriptor.NATURAL);
    expect("log_item::real", LogEntryDescriptor.REAL);
    expect("log_item::truth", LogEntryDescriptor.TRUTH);
    expect("log_item::address", LogEntryDescriptor.ADDRESS);
    expect("log_item::short_integer", LogEntryDescriptor.SHORT_INTEGER);
    expect("log_item::short_natural", LogEntryDescriptor.SHORT_NATURAL);
    expect("log_about_shift", LogEntryDescriptor.ABOUT_SHIFT);
  }

  @Test
  void faultsHaveTheNumbersOfTheDeviceLibrary() {
    expect("fault_kind::assertion", FaultRecordDescriptor.ASSERTION);
    expect("fault_kind::window_misuse", FaultRecordDescriptor.WINDOW_MISUSE);
    expect("fault_kind::notification_overflow", FaultRecordDescriptor.NOTIFICATION_OVERFLOW);
    expect("fault_kind::api_misuse", FaultRecordDescriptor.API_MISUSE);
  }

  @Test
  void areaLayoutsAreWrittenInTheOrderOfTheDeviceLibrary() {
    QueueSizes sizes = new QueueSizes(64, 16, 1024, 128, 4096, 8, 16384);
    HostAreaLayout host = HostAreaLayout.of(sizes);
    DeviceAreaLayout device = DeviceAreaLayout.of(sizes, 24);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment context = arena.allocate(ContextDescriptor.BYTES, 64);
      ContextDescriptor.putLayouts(context, sizes, host, device);

      assertThat(at(context, "host", "host_layout.command_ring")).isEqualTo(host.commandRing());
      assertThat(at(context, "host", "host_layout.command_consumed"))
          .isEqualTo(host.commandConsumed());
      assertThat(at(context, "host", "host_layout.ack_ring")).isEqualTo(host.ackRing());
      assertThat(at(context, "host", "host_layout.ack_consumed")).isEqualTo(host.ackConsumed());
      assertThat(at(context, "host", "host_layout.lane")).isEqualTo(host.lane());
      assertThat(at(context, "host", "host_layout.lane_consumed")).isEqualTo(host.laneConsumed());
      assertThat(at(context, "host", "host_layout.log_ring")).isEqualTo(host.logRing());
      assertThat(at(context, "host", "host_layout.log_consumed")).isEqualTo(host.logConsumed());
      assertThat(at(context, "host", "host_layout.log_dropped")).isEqualTo(host.logDropped());
      assertThat(at(context, "host", "host_layout.staging")).isEqualTo(host.staging());
      assertThat(at(context, "host", "host_layout.staging_released"))
          .isEqualTo(host.stagingReleased());
      assertThat(at(context, "host", "host_layout.fault")).isEqualTo(host.fault());
      assertThat(at(context, "host", "host_layout.counters")).isEqualTo(host.counters());
      assertThat(at(context, "host", "host_layout.gets_completed")).isEqualTo(host.getsCompleted());
      assertThat(at(context, "host", "host_layout.wait")).isEqualTo(host.waiting());
      assertThat(at(context, "device", "device_layout.lanes")).isEqualTo(device.lanes());
      assertThat(at(context, "device", "device_layout.credits")).isEqualTo(device.credits());
      assertThat(at(context, "device", "device_layout.peers")).isEqualTo(device.peers());
      assertThat(at(context, "device", "device_layout.unmatched")).isEqualTo(device.unmatched());
      assertThat(context.get(ValueLayout.JAVA_INT, compiled.get("gpurma_context.log_slots")))
          .isEqualTo(128);
      assertThat(context.get(ValueLayout.JAVA_INT, compiled.get("gpurma_context.host_lane_pieces")))
          .isEqualTo(1024);
      assertThat(context.get(ValueLayout.JAVA_INT, compiled.get("gpurma_context.staging_slots")))
          .isEqualTo(8);
    }
  }

  private static int at(MemorySegment context, String area, String field) {
    return context.get(
        ValueLayout.JAVA_INT, (long) compiled.get("gpurma_context." + area) + compiled.get(field));
  }

  private static void expect(String name, int value) {
    assertThat(compiled).as(name).containsEntry(name, value);
  }

  /** Every constant X_OFFSET is a field of the record, and every field has one. */
  private static void compareOffsets(
      String record, Class<?> descriptor, Map<String, String> renamed) throws Exception {
    Set<String> described = new TreeSet<>();
    for (Field constant : descriptor.getDeclaredFields()) {
      if (constant.getName().endsWith("_OFFSET")) {
        String name = constant.getName().substring(0, constant.getName().length() - 7);
        String field = record + "." + renamed.getOrDefault(name, name.toLowerCase(Locale.ROOT));
        expect(field, constant.getInt(null));
        described.add(field);
      }
    }
    assertThat(compiled.keySet().stream().filter(name -> name.startsWith(record + ".")))
        .containsExactlyInAnyOrderElementsOf(described);
  }
}
