package org.gpurma.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;
import org.gpurma.wire.Placement;
import org.junit.jupiter.api.Test;

class DevicesTest {

  private static final List<ProcessPlace> PLACES =
      List.of(new ProcessPlace("a", 8), new ProcessPlace("a", 8), new ProcessPlace("b", 6));

  @Test
  void aGpuWithAnotherNumberOfRanksIsNamed() {
    assertThatThrownBy(() -> Devices.requireEqualRanks(new JobTopology(2, PLACES)))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("process 2 runs 6 ranks")
        .hasMessageContaining("process 0 runs 8");
  }

  @Test
  void onlyTheProcessThatDiffersComplains() {
    assertThatCode(() -> Devices.requireEqualRanks(new JobTopology(1, PLACES)))
        .doesNotThrowAnyException();
  }

  private static Placement asked(String node, String cores) {
    return Placement.newBuilder().setNode(node).setGpu("GPU-1").setCores(cores).build();
  }

  @Test
  void aProcessOnAnotherNodeThanAskedForEndsTheJob() {
    assertThatThrownBy(() -> Devices.requireHere(asked("h1", "0-3"), "h2", "0-3"))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("node h1 was asked for, this process runs on h2");
  }

  @Test
  void aProcessOnOtherCoresThanAskedForEndsTheJob() {
    assertThatThrownBy(() -> Devices.requireHere(asked("h1", "0-3"), "h1", "0-7"))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("cores 0-3 of h1 were asked for, this process runs on 0-7");
  }

  @Test
  void whatIsNotAskedForMayBeAnything() {
    assertThatCode(() -> Devices.requireHere(asked("", ""), "h2", "0-7"))
        .doesNotThrowAnyException();
  }
}
