import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.gpurma.runtime.blockmanager.Timings;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.emulated.EmulatedDevice;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.engine.PlayedRank;
import org.gpurma.runtime.engine.Services;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.node.NodeConnection;
import org.gpurma.runtime.network.openmpi.OpenMpiWorld;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.NearProcesses;
import org.gpurma.runtime.topology.ProcessPlace;

/**
 * The hosts' part of a notified put over the network: from the complete command in the origin's ring
 * to the complete access in the target's lane; ping-pong between two processes, or from one process
 * to itself. The thread that serves the ranks plays the one active rank too, so two cores suffice.
 */
class HostPath {

  private static final int ROUNDS = 1_000;
  private static final int BATCHES = Integer.getInteger("batches", 200);
  private static final int WINDOW_BYTES = 1024;

  private final PlayedRank rank;
  private final Services services;
  private final int bytes;

  HostPath(JobMemory memory, Services services, int bytes) {
    this.services = services;
    this.bytes = bytes;
    rank =
        new PlayedRank(
            memory.hostAreas().getLast().host(), memory.hostLayout(), memory.sizes());
  }

  /** Takes libgpurma_emulator.so, bytes of a put, ranks of a process, and single or multiple. */
  public static void main(String[] arguments) {
    Path library = Path.of(arguments[0]);
    int bytes = Integer.parseInt(arguments[1]);
    int ranks = Integer.parseInt(arguments[2]);
    OpenMpiWorld world = new OpenMpiWorld(arguments[3].equals("multiple"));
    RuntimeConfig config = RuntimeConfig.from(new Properties(), Map.of());
    EmulatedDevice device = new EmulatedDevice(library, "emulated", ranks);
    JobMemory memory =
        JobMemory.allocate(
            device, config, ranks, ranks, false, new ArenaContents(1 << 20, 0, List.of()));
    NetworkManager network =
        new NodeConnection(world, new NearProcesses(0, world.processes()))
            .connect(memory.receive().host(), memory.receiveSlotBytes());
    ProcessPlace place = new ProcessPlace("here", ranks);
    Services services =
        Services.of(
            new Services.Surroundings(
                device,
                new JobTopology(
                    world.process(), Collections.nCopies(world.processes(), place)),
                memory,
                network,
                new Timings(System::nanoTime),
                new FailureBoard(failure -> System.err.println(failure.describe())),
                1000));
    new HostPath(memory, services, bytes).run(world, ranks);
    world.close();
  }

  private void run(OpenMpiWorld world, int ranks) {
    rank.allocate(WINDOW_BYTES);
    work();
    rank.createWindow(rank.answer(), WINDOW_BYTES);
    work();
    world.allGather(new byte[0]);
    double[] micros = new double[BATCHES];
    long allocated = 0;
    for (int i = 0; i < BATCHES; i++) {
      long before = allocatedBytes();
      long start = System.nanoTime();
      if (world.processes() == 1) {
        putToItself(ranks);
      } else {
        pingPong(world.process(), ranks);
      }
      micros[i] = (System.nanoTime() - start) / 2e3 / ROUNDS;
      allocated = allocatedBytes() - before;
    }
    if (world.process() == 0) {
      Arrays.sort(micros);
      System.out.printf(
          "%d B, %d ranks a process: one way %.3f us, at best %.3f; %d B allocated in the last %d%n",
          bytes, ranks, micros[BATCHES / 2], micros[0], allocated, 2 * ROUNDS);
    }
  }

  /** By this thread, since it began. */
  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  /** Twice as many puts as rounds: as many as a ping-pong makes. */
  private void putToItself(int ranks) {
    for (int i = 0; i < 2 * ROUNDS; i++) {
      put(ranks - 1);
      await();
    }
  }

  private void pingPong(int process, int ranks) {
    int other = process == 0 ? 2 * ranks - 1 : ranks - 1;
    for (int i = 0; i < ROUNDS; i++) {
      if (process == 0) {
        put(other);
      }
      await();
      if (process == 1) {
        put(other);
      }
    }
    // The last put is executed here, all others while the answer is awaited.
    work();
  }

  private void put(int target) {
    while (!rank.hasRoomForPut(bytes)) {
      work();
    }
    rank.put(target, bytes);
  }

  private void await() {
    while (!rank.take(bytes)) {
      work();
    }
  }

  private void work() {
    services.departures().work();
    services.arrivals().work();
  }
}
