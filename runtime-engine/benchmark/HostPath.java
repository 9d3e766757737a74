import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.gpurma.runtime.blockmanager.Timings;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.emulated.EmulatedDevice;
import org.gpurma.runtime.engine.JobMemory;
import org.gpurma.runtime.engine.Services;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.network.openmpi.OpenMpiWorld;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.AccessFlags;
import org.gpurma.runtime.records.CommandDescriptor;
import org.gpurma.runtime.records.EntryDescriptor;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.LaneDescriptor;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;

/**
 * The hosts' part of a notified put over the network: from the complete command in the origin's ring
 * to the complete access in the target's lane, ping-pong between two processes. The thread that
 * serves the ranks plays the one active rank too, so two cores suffice.
 *
 * <pre>
 *   mpirun -n 2 ... java ... HostPath.java libgpurma_emulator.so BYTES RANKS single|multiple
 * </pre>
 */
class HostPath {

  private static final int ROUNDS = 50_000;
  private static final int WINDOW = 0;

  private final HostAreaLayout layout;
  private final MemorySegment area;
  private final int lanePieces;
  private final FlaggedQueueWriter commands;
  private final Services services;
  private int taken;

  HostPath(JobMemory memory, Services services) {
    this.services = services;
    layout = memory.hostLayout();
    area = memory.hostAreas().getLast().host();
    lanePieces = memory.sizes().hostLane();
    commands =
        new FlaggedQueueWriter(
            area, layout.commandRing(), layout.commandConsumed(), memory.sizes().command());
  }

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
    NetworkManager network = world.connect(memory.receive().host(), memory.receiveSlotBytes());
    ProcessPlace place = new ProcessPlace("here", ranks);
    Services services =
        Services.of(
            new Services.Surroundings(
                device,
                new JobTopology(world.process(), List.of(place, place)),
                memory,
                network,
                new Timings(System::nanoTime),
                new FailureBoard(failure -> System.err.println(failure.describe())),
                1000));
    new HostPath(memory, services).run(world, bytes, ranks);
    world.close();
  }

  private void run(OpenMpiWorld world, int bytes, int ranks) {
    createWindow(services);
    world.allGather(new byte[0]);
    double[] micros = new double[7];
    for (int i = 0; i < micros.length; i++) {
      long start = System.nanoTime();
      pingPong(world.process(), ranks, bytes);
      micros[i] = (System.nanoTime() - start) / 2e3 / ROUNDS;
    }
    if (world.process() == 0) {
      // The first ones warm up.
      Arrays.sort(micros, 2, micros.length);
      System.out.printf(
          "%d B, %d ranks a process: one way %.3f us (%.3f to %.3f)%n",
          bytes, ranks, micros[4], micros[2], micros[micros.length - 1]);
    }
  }

  private void pingPong(int process, int ranks, int bytes) {
    int other = process == 0 ? 2 * ranks - 1 : ranks - 1;
    int pieces = LaneDescriptor.pieces(bytes);
    for (int i = 0; i < ROUNDS; i++) {
      if (process == 0) {
        put(other, bytes);
      }
      await(pieces);
      if (process == 1) {
        put(other, bytes);
      }
    }
  }

  private void await(int pieces) {
    long last = layout.lane() + (long) (taken + pieces - 1 & lanePieces - 1) * EntryDescriptor.PIECE_BYTES;
    taken += pieces;
    while (SharedInts.getAcquire(area, last + EntryDescriptor.SEQUENCE_OFFSET) != taken) {
      work();
    }
    SharedInts.setRelease(area, layout.laneConsumed(), taken);
  }

  private void work() {
    services.arrivals().work();
    services.departures().work();
  }

  private void put(int target, int bytes) {
    int head =
        CommandDescriptor.PUT
            | AccessFlags.NOTIFIES << CommandDescriptor.FLAGS_SHIFT
            | WINDOW << CommandDescriptor.WINDOW_SHIFT;
    write(head, target, 7, 0, bytes, 1, 2, 3);
    for (int i = CommandDescriptor.payloadEntries(bytes); i > 0; i--) {
      write(1, 2, 3, 4, 5, 6, 7, 8);
    }
  }

  private void createWindow(Services services) {
    long base = allocate();
    write(CommandDescriptor.WIN_CREATE | WINDOW << CommandDescriptor.WINDOW_SHIFT, 0, 0, 4096, 0, 0, (int) base, (int) (base >>> 32));
    work();
  }

  /** Asks for memory; the answer's words 3 and 4 are its address. */
  private long allocate() {
    write(CommandDescriptor.MEM_ALLOC, 0, 0, 4096, 0, 0, 0, 0);
    work();
    return area.get(java.lang.foreign.ValueLayout.JAVA_LONG, layout.ackRing() + 16L);
  }

  private void write(int w0, int w1, int w2, int w3, int w4, int w5, int w6, int w7) {
    while (!commands.hasRoom()) {
      work();
    }
    commands.writePiece(0, w0, w1, w2);
    commands.writePiece(1, w3, w4, w5);
    commands.writePiece(2, w6, w7, 0);
    commands.writePiece(3, 0, 0, 0);
    commands.advance();
  }
}
