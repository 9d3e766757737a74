package org.gpurma.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NearProcessesTest {

  @Test
  void theNeighboursOnANodeFindEachOther() {
    assertThat(around(0, "a", "a", "b", "b", "b")).isEqualTo(new NearProcesses(0, 2));
    assertThat(around(1, "a", "a", "b", "b", "b")).isEqualTo(new NearProcesses(0, 2));
    assertThat(around(3, "a", "a", "b", "b", "b")).isEqualTo(new NearProcesses(2, 3));
  }

  @Test
  void processesOfTheNodeThatAreNoNeighboursAreNotNear() {
    assertThat(around(2, "a", "b", "a", "a")).isEqualTo(new NearProcesses(2, 2));
    assertThat(around(0, "a", "b", "a", "a")).isEqualTo(NearProcesses.alone(0));
  }

  @Test
  void whereThereAreTooManyEverybodyIsAlone() {
    assertThat(around(3, "a", "a", "a", "a", "a", "a")).isEqualTo(NearProcesses.alone(3));
  }

  private static NearProcesses around(int process, String... nodes) {
    List<ProcessPlace> places = Stream.of(nodes).map(node -> new ProcessPlace(node, 4)).toList();
    return NearProcesses.around(new JobTopology(process, places), 5);
  }
}
