package org.gpurma.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.memory.ArenaLayout;
import org.gpurma.runtime.records.ContextDescriptor;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.NearProcesses;
import org.gpurma.runtime.topology.ProcessPlace;
import org.junit.jupiter.api.Test;

class KernelContextTest {

  private static final List<ProcessPlace> PLACES =
      List.of(new ProcessPlace("a", 2), new ProcessPlace("b", 2), new ProcessPlace("b", 2));

  private final FakeDevice device = new FakeDevice();
  private final JobMemory memory =
      JobMemory.allocate(
          device,
          RuntimeConfig.from(new Properties(), Map.of()),
          2,
          4,
          false,
          new ArenaContents(4096, 0, List.of()));

  @Test
  void saysWhoIsNearAndWhereTheirArenasAre() {
    long own = memory.arena().base();
    MemorySegment context =
        contextWith(new NearArenas(new NearProcesses(1, 2), List.of(0x7000L, own)));
    assertThat(context.get(ValueLayout.JAVA_INT, ContextDescriptor.NEAR_PROCESSES_OFFSET))
        .isEqualTo(2);
    assertThat(context.get(ValueLayout.JAVA_INT, ContextDescriptor.NEAR_FIRST_OFFSET)).isEqualTo(1);
    assertThat(context.get(ValueLayout.JAVA_LONG, ContextDescriptor.ARENAS_OFFSET))
        .isEqualTo(0x7000L);
    assertThat(context.get(ValueLayout.JAVA_LONG, ContextDescriptor.ARENAS_OFFSET + 8L))
        .isEqualTo(own);
  }

  @Test
  void namesTheLibrarysAreasByTheirOffsets() {
    MemorySegment context = contextWith(NearArenas.ownOnly(2, memory.arena().base()));
    ArenaLayout layout = memory.arena().layout();
    assertThat(context.get(ValueLayout.JAVA_LONG, ContextDescriptor.DEVICE_AREAS_OFFSET))
        .isEqualTo(layout.deviceAreas());
    assertThat(context.get(ValueLayout.JAVA_LONG, ContextDescriptor.SHARED_OFFSET))
        .isEqualTo(layout.shared());
    assertThat(context.get(ValueLayout.JAVA_LONG, ContextDescriptor.WINDOW_PARTS_OFFSET))
        .isEqualTo(layout.windowParts());
  }

  private MemorySegment contextWith(NearArenas near) {
    long address =
        KernelContext.copyIn(
            device, new JobTopology(2, PLACES), 64, memory, near, new DeviceUserdata(0, 0), false);
    return FakeDevice.memory(address, ContextDescriptor.BYTES);
  }
}
