package org.gpurma.runtime;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.RankInfo;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.engine.NearArenas;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.fakes.FakeWorld;
import org.gpurma.runtime.host.HostCall;
import org.gpurma.runtime.host.ProcessRuntime;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.ranklog.LogPressure;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.NearProcesses;
import org.gpurma.runtime.topology.ProcessPlace;
import org.gpurma.runtime.topology.RankInfos;
import org.gpurma.wire.RunSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Host programs of two nodes with two GPUs each. */
@Timeout(20)
class LaunchTest {

  private static final List<ProcessPlace> PLACES =
      List.of(place("a"), place("a"), place("b"), place("b"));

  @TempDir private Path folder;
  private final FakeNetwork.Wires wires = FakeNetwork.wires(PLACES.size());

  /** How one process came out. */
  private record Outcome(boolean launched, boolean isEnding, Optional<Failure> failure) {}

  @Test
  void everyProcessPassesItsUserdataToItsRanksAndGetsItBack() throws Exception {
    int[] doubled = new int[PLACES.size()];
    List<Outcome> outcomes =
        run(
            (gpurma, _) -> {
              RankInfo info = gpurma.rankInfo();
              int[] userdata = {info.rankStart() + 10 * info.nodeIndex() + info.deviceIndex()};
              gpurma.run(MemorySegment.ofArray(userdata));
              assertThat(gpurma.timings()).isEmpty();
              doubled[info.processIndex()] = userdata[0];
            });
    assertThat(doubled).containsExactly(0, 10, 36, 46);
    assertThat(outcomes).allMatch(Outcome::launched).noneMatch(Outcome::isEnding);
  }

  @Test
  void whatTheHostProgramAllocatedIsThereAfterTheRun() throws Exception {
    int[] read = new int[PLACES.size()];
    run(
        (gpurma, _) -> {
          try (DeviceMemory memory = gpurma.allocate(JAVA_INT, 3)) {
            memory.copyFrom(MemorySegment.ofArray(new int[] {5, 6, 7}));
            gpurma.run();
            int[] back = new int[3];
            memory.copyTo(MemorySegment.ofArray(back));
            read[gpurma.rankInfo().processIndex()] = back[2];
          }
        });
    assertThat(read).containsExactly(7, 7, 7, 7);
  }

  @Test
  void oneHostProgramThatFailsKeepsAllKernelsFromStarting() throws Exception {
    List<Outcome> outcomes =
        run(
            (gpurma, _) -> {
              if (gpurma.rankInfo().processIndex() == 2) {
                throw new IllegalStateException("no field for node 1");
              }
              gpurma.run();
            });
    assertThat(outcomes).allMatch(Outcome::isEnding).noneMatch(Outcome::launched);
    assertThat(outcomes.get(2).failure())
        .contains(
            new Failure.HostProgramFailed("java.lang.IllegalStateException: no field for node 1"));
    for (int process : new int[] {0, 1, 3}) {
      assertThat(outcomes.get(process).failure()).as("process %d", process).isEmpty();
    }
  }

  @Test
  void aHostProgramThatNeverRunsTheKernelFails() throws Exception {
    List<Outcome> outcomes =
        run(
            (gpurma, _) -> {
              if (gpurma.rankInfo().nodeIndex() == 0) {
                gpurma.run();
              }
            });
    assertThat(outcomes).allMatch(Outcome::isEnding).noneMatch(Outcome::launched);
    assertThat(outcomes.get(3).failure())
        .hasValueSatisfying(
            failure -> assertThat(failure.message()).contains("without gpurma.run"));
    assertThat(outcomes.get(0).failure()).isEmpty();
  }

  @Test
  void aProgramThatGoesOnAfterTheEndOfTheJobIsNotTheCause() throws Exception {
    List<Outcome> outcomes =
        run(
            (gpurma, _) -> {
              if (gpurma.rankInfo().processIndex() == 0) {
                gpurma.allocate(1L << 50);
              }
              try {
                gpurma.run();
              } catch (RuntimeException e) {
                throw new IllegalStateException("the run failed", e);
              }
            });
    assertThat(outcomes.get(0).failure())
        .hasValueSatisfying(
            failure -> assertThat(failure.message()).contains("raise memory.managedMiB"));
    assertThat(outcomes.get(1).failure()).isEmpty();
  }

  private List<Outcome> run(HostProgram program) throws Exception {
    return FakeWorld.run(PLACES.size(), world -> new Process(world).run(program));
  }

  private static ProcessPlace place(String node) {
    return new ProcessPlace(node, 4);
  }

  /** All of a runtime process between its preparation and its end. */
  private final class Process {

    private static final int USERDATA = 64;

    private final World world;
    private final JobTopology topology;
    private final FakeDevice device = new FakeDevice();
    private final FailureBoard failures = new FailureBoard(_ -> {});
    private final RuntimeConfig config = RuntimeConfig.from(new Properties(), Map.of());
    private final JobMemory memory =
        JobMemory.allocate(
            device, config, 4, 4, false, new ArenaContents(4096, USERDATA, List.of()));

    Process(World world) {
      this.world = world;
      this.topology = new JobTopology(world.process(), PLACES);
    }

    Outcome run(HostProgram program) {
      Launch launch = launch();
      ProcessRuntime runtime =
          new ProcessRuntime(
              RankInfos.of(topology),
              device,
              memory.pool(),
              List.of(),
              new ProcessRuntime.UserdataRoom(memory.arena().userdata(), USERDATA),
              launch,
              failures);
      new HostCall(failures)
          .call(() -> program, runtime, new HostArguments(Map.of(), folder, folder, Set.of()));
      launch.requireBegun();
      return new Outcome(launch.summary().isPresent(), failures.isEnding(), failures.first());
    }

    private Launch launch() {
      RunSpec spec = RunSpec.newBuilder().setThreadsPerRank(1).build();
      Preparation.Ready ready =
          new Preparation.Ready(
              new Preparation.Opened(device, new DoublingKernel(), 4),
              topology,
              NearProcesses.alone(world.process()),
              true,
              memory,
              NearArenas.ownOnly(world.process(), memory.arena().base()),
              List.of());
      return new Launch(
          ready,
          spec,
          config,
          world,
          FakeNetwork.connect(
              wires, world.process(), memory.receive().host(), memory.receiveSlotBytes()),
          spool(),
          failures,
          new LogPressure(config.queues().log()));
    }

    private Spool spool() {
      try {
        return Spool.open(folder.resolve(world.process() + ".spool"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Doubles the first number of the userdata. */
    private final class DoublingKernel implements Program {

      @Override
      public int fittingRanks(int threadsPerRank) {
        return 4;
      }

      @Override
      public Run launch(int ranks, int threadsPerRank, long contextAddress) {
        MemorySegment userdata = FakeDevice.memory(memory.arena().userdata(), USERDATA);
        userdata.set(JAVA_INT, 0, 2 * userdata.get(JAVA_INT, 0));
        memory
            .hostAreas()
            .forEach(area -> new FakeRank(area, memory.hostLayout(), memory.sizes()).finish());
        return () -> RunState.ENDED;
      }
    }
  }
}
