package org.gpurma.runtime.engine;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.gpurma.runtime.blockmanager.Timings;
import org.gpurma.runtime.config.StallSettings;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.network.NetworkManager;
import org.gpurma.runtime.records.WaitRecordDescriptor;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.stall.StallWatch;
import org.gpurma.runtime.topology.JobTopology;

/** The services of a process and the loop that drives them. */
public final class Engine {

  private final Device device;
  private final JobTopology topology;
  private final JobMemory memory;
  private final NetworkManager network;
  private final FailureBoard failures;
  private final Watching watching;
  private final Timings timings = new Timings(System::nanoTime);

  /**
   * How the ranks' waits are watched.
   *
   * @param nearStart WORLD rank of the first near rank
   * @param spool takes the reports
   */
  public record Watching(StallSettings settings, int nearStart, Spool spool) {}

  public Engine(
      Device device,
      JobTopology topology,
      JobMemory memory,
      NetworkManager network,
      FailureBoard failures,
      Watching watching) {
    this.device = device;
    this.topology = topology;
    this.memory = memory;
    this.network = network;
    this.failures = failures;
    this.watching = watching;
  }

  /**
   * Runs the kernel to the end of the job. Whether it went well is on the failure board.
   *
   * @param mostWaiting bound of a rank's accesses that find no room in its lane
   * @param coresAreShared whether the ranks run on the cores of the host
   * @param receivesApart whether a thread of its own works on what arrives
   */
  public RunSummary run(
      Program program,
      int threadsPerRank,
      long contextAddress,
      int mostWaiting,
      boolean coresAreShared,
      boolean receivesApart) {
    Services services =
        Services.of(
            new Services.Surroundings(
                device, topology, memory, network, timings, failures, mostWaiting));
    Receiver receiver =
        receivesApart
            ? new ReceiveThread(services.arrivals(), device, failures, new Idle(coresAreShared))
            : new ReceiverInLoop(services.arrivals());
    EventLoop loop =
        new EventLoop(
            services,
            receiver,
            new FaultWatch(topology.rankStart(), memory.hostAreas(), memory.hostLayout(), failures),
            failures,
            new Idle(coresAreShared),
            topology.process());
    try (StallWatch watch = watch(services)) {
      watch.start();
      long start = System.nanoTime();
      long end = loop.run(launch(program, threadsPerRank, contextAddress));
      return new RunSummary(end - start, timings.millis());
    }
  }

  private StallWatch watch(Services services) {
    List<MemorySegment> records =
        memory.hostAreas().stream()
            .map(
                area ->
                    area.host().asSlice(memory.hostLayout().waiting(), WaitRecordDescriptor.BYTES))
            .toList();
    return new StallWatch(
        watching.settings(),
        new StallWatch.Subject(
            topology,
            watching.nearStart(),
            records,
            new EngineInFlight(services.departures().inquiry(), services.arrivals().inquiry())),
        services.letters(),
        watching.spool(),
        failures);
  }

  /** A launch that fails has ended at once; the loop tells the other processes. */
  private Run launch(Program program, int threadsPerRank, long contextAddress) {
    try {
      return program.launch(topology.ranks(), threadsPerRank, contextAddress);
    } catch (FailureException e) {
      failures.report(e.failure());
      return () -> RunState.ENDED;
    }
  }
}
