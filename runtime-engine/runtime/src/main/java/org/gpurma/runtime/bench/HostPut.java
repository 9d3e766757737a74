package org.gpurma.runtime.bench;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.config.StallSettings;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.emulated.EmulatedDevice;
import org.gpurma.runtime.engine.Engine;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.engine.PlayedRank;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.World;
import org.gpurma.runtime.network.node.NodeConnection;
import org.gpurma.runtime.network.openmpi.OpenMpiWorld;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.NearProcesses;
import org.gpurma.runtime.topology.ProcessPlace;

/**
 * A notified put from host to host through two whole runtimes, with the loops, threads and messages
 * of a job. Only the device is played: a thread writes the commands of each process's last rank and
 * takes what comes into its lane. A put between GPUs takes as long, and the way over the bus twice,
 * and the device library. Each process keeps three cores busy.
 */
public final class HostPut {

  private static final int[] SIZES = {4, 64, 1024};
  private static final int WINDOW_BYTES = 1024;
  private static final int SPINS = 1000;
  private static final int MOST_WAITING = 1000;
  private static final StallSettings NOT_WATCHED =
      new StallSettings(Duration.ofSeconds(30), Duration.ZERO);

  private final Device device;
  private final int ranks;
  private final JobTopology topology;
  private final JobMemory memory;
  private final List<PlayedRank> played;
  private final PlayedRank last;
  private final NetworkManager network;
  private final boolean first;
  private final int peer;

  /**
   * Takes one of two processes of so many ranks.
   *
   * @param connect as {@link NodeConnection#connect}
   */
  HostPut(
      Device device,
      RuntimeConfig config,
      int process,
      int ranks,
      BiFunction<MemorySegment, Integer, NetworkManager> connect) {
    this.device = device;
    this.ranks = ranks;
    topology = new JobTopology(process, Collections.nCopies(2, new ProcessPlace("here", ranks)));
    memory =
        JobMemory.allocate(
            device, config, ranks, ranks, false, new ArenaContents(1 << 20, 0, List.of()));
    played =
        memory.hostAreas().stream()
            .map(area -> new PlayedRank(area.host(), memory.hostLayout(), memory.sizes()))
            .toList();
    last = played.getLast();
    network = connect.apply(memory.receive().host(), memory.receiveSlotBytes());
    first = process == 0;
    peer = (2 - process) * ranks - 1;
  }

  /** Under mpirun with two processes. Takes ranks of a process, rounds and repetitions. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 3) {
      System.err.println("usage: HostPut RANKS ROUNDS REPETITIONS, under mpirun -n 2");
      System.exit(2);
    }
    int ranks = Integer.parseInt(arguments[0]);
    RuntimeConfig config = RuntimeConfig.fromSystem();
    Path library = config.nativeFolder().resolve("libgpurma_emulator.so");
    Path file = Files.createTempFile("gpurma-host-put", ".spool");
    try (World world = new OpenMpiWorld(true);
        Spool spool = Spool.open(file)) {
      Device device = new EmulatedDevice(library, "played", ranks);
      NodeConnection connection = new NodeConnection(world, new NearProcesses(0, 2));
      new HostPut(device, config, world.process(), ranks, connection::connect)
          .measureAll(
              spool,
              Integer.parseInt(arguments[1]),
              Integer.parseInt(arguments[2]),
              System.out::println);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Of the first process: a row a size. */
  void measureAll(Spool spool, int rounds, int repetitions, Consumer<String> rows) {
    PlayedKernel kernel =
        new PlayedKernel(
            played,
            () -> {
              prepare();
              for (int bytes : SIZES) {
                OneWayTimes times =
                    OneWayTimes.measure(rounds, repetitions, trips -> pingPong(bytes, trips));
                if (first) {
                  rows.accept(times.row("host_put", bytes, ranks));
                }
              }
            });
    new Engine(
            device,
            topology,
            memory,
            network,
            new FailureBoard(failure -> System.err.println(failure.describe())),
            new Engine.Watching(NOT_WATCHED, topology.process() * ranks, spool))
        .run(kernel, 1, 0, MOST_WAITING, false, true);
  }

  /** Windows on both sides. */
  private void prepare() {
    last.allocate(WINDOW_BYTES);
    awaitAnswer();
    last.createWindow(last.answer(), WINDOW_BYTES);
    awaitAnswer();
    last.answer();
    last.count(peer);
    await(0);
  }

  private long pingPong(int bytes, int rounds) {
    long begin = System.nanoTime();
    for (int round = 0; round < rounds; round++) {
      if (first) {
        last.put(peer, bytes);
      }
      await(bytes);
      if (!first) {
        last.put(peer, bytes);
      }
    }
    return System.nanoTime() - begin;
  }

  private void await(int bytes) {
    int spins = 0;
    while (!last.take(bytes)) {
      spins = rest(spins);
    }
  }

  private void awaitAnswer() {
    int spins = 0;
    while (!last.hasAnswer()) {
      spins = rest(spins);
    }
  }

  // Yielding is the point: where cores are fewer than threads, the one that is awaited must run.
  @SuppressWarnings("ThreadPriorityCheck")
  private static int rest(int spins) {
    if (spins == SPINS) {
      Thread.yield();
      return spins;
    }
    Thread.onSpinWait();
    return spins + 1;
  }
}
