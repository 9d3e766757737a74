package org.gpurma.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.gpurma.runtime.config.PathChoice;
import org.gpurma.runtime.engine.NearArenas;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeWorld;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.NearProcesses;
import org.gpurma.runtime.topology.ProcessPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes 0 to 2 share a node, 3 and 4 another. */
@Timeout(20)
class ArenaExchangeTest {

  private static final List<ProcessPlace> PLACES =
      List.of(place("a"), place("a"), place("a"), place("b"), place("b"));

  private final List<FakeDevice> devices =
      IntStream.range(0, PLACES.size()).mapToObj(_ -> new FakeDevice()).toList();

  @Test
  void theProcessesOfANodeMapEachOthersArenas() throws Exception {
    List<NearArenas> near = exchange(_ -> PathChoice.NEAREST);
    for (int process = 0; process < 3; process++) {
      assertThat(near.get(process))
          .isEqualTo(
              new NearArenas(new NearProcesses(0, 3), List.of(arena(0), arena(1), arena(2))));
    }
    for (int process = 3; process < 5; process++) {
      assertThat(near.get(process))
          .isEqualTo(new NearArenas(new NearProcesses(3, 2), List.of(arena(3), arena(4))));
    }
  }

  @Test
  void whereOneCannotMapNoneOfItsNodeIsNear() throws Exception {
    devices.get(1).refuseMapping();
    List<NearArenas> near = exchange(_ -> PathChoice.NEAREST);
    expectAlone(near, 0, 1, 2);
    assertThat(near.get(3).processes().count()).isEqualTo(2);
    assertThat(near.get(4).processes().count()).isEqualTo(2);
  }

  @Test
  void whereOneWantsTheNetworkItsNodeUsesIt() throws Exception {
    List<NearArenas> near =
        exchange(process -> process == 4 ? PathChoice.NETWORK : PathChoice.NEAREST);
    expectAlone(near, 3, 4);
    assertThat(near.get(0).processes().count()).isEqualTo(3);
  }

  private List<NearArenas> exchange(IntFunction<PathChoice> path) throws Exception {
    return FakeWorld.run(
        PLACES.size(),
        world -> {
          int process = world.process();
          return new ArenaExchange(
                  new Agreement(world),
                  devices.get(process),
                  process,
                  NearProcesses.around(new JobTopology(process, PLACES), 16),
                  path.apply(process))
              .exchange(arena(process));
        });
  }

  private static void expectAlone(List<NearArenas> near, int... processes) {
    for (int process : processes) {
      assertThat(near.get(process)).isEqualTo(NearArenas.ownOnly(process, arena(process)));
    }
  }

  private static long arena(int process) {
    return 0x1000L * (process + 1);
  }

  private static ProcessPlace place(String node) {
    return new ProcessPlace(node, 4);
  }
}
