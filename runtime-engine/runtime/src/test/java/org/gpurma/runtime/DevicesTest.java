package org.gpurma.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;
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
}
