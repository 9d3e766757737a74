package org.gpurma.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.gpurma.runtime.blockmanager.Timings;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  private static final int MANAGED_BYTES = 4096;

  private final FakeNetwork.Wires wires = FakeNetwork.wires(2);
  private final FakeDevice device = new FakeDevice();
  private final FailureBoard failures = new FailureBoard(_ -> {});
  private final JobMemory memory = memory(MANAGED_BYTES);
  private final FakeNetwork network =
      FakeNetwork.connect(wires, 1, memory.receive().host(), memory.receiveSlotBytes());

  @Test
  void leavesEverythingAsItWas() {
    warmUp(memory, 1000);
    assertThat(failures.isEnding()).isFalse();
    assertThat(wires.areEmpty()).isTrue();
    assertThat(network.heldBuffers()).isZero();
    assertThat(isZero(memory.firstHostArea())).isTrue();
    assertThat(isZero(memory.controlPage())).isTrue();
    assertThat(memory.pool().allocate(MANAGED_BYTES)).isPresent();
  }

  @Test
  void needsNoMemoryThatTheJobDoesNotHave() {
    warmUp(memory(0), 1000);
    assertThat(failures.isEnding()).isFalse();
  }

  private void warmUp(JobMemory with, int puts) {
    ProcessPlace place = new ProcessPlace("node", 1);
    new WarmUp(
            new Services.Surroundings(
                device,
                new JobTopology(1, List.of(place, place)),
                with,
                network,
                new Timings(System::nanoTime),
                failures,
                100))
        .run(puts);
  }

  private JobMemory memory(int managedBytes) {
    return JobMemory.allocate(
        device,
        RuntimeConfig.from(new Properties(), Map.of()),
        1,
        1,
        false,
        new ArenaContents(managedBytes, 0, List.of()));
  }

  private static boolean isZero(MemorySegment memory) {
    for (byte value : memory.toArray(ValueLayout.JAVA_BYTE)) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }
}
