package org.gpurma.runtime.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.wire.RunSpec;

/**
 * Settings of a process; of some a job has wishes of its own. Each is a system property, or an
 * environment variable of the same name in capitals with underscores.
 *
 * <pre>
 *   gpurma.command.slots          64      entries of a rank's command queue; powers of two, here and below
 *   gpurma.ack.slots              16
 *   gpurma.host.lane.pieces       1024    pieces of 16 B for accesses from the host
 *   gpurma.log.slots              256
 *   gpurma.unmatched.slots        4096    notifications that arrived and were not asked for; any number
 *   gpurma.staging.slots          8       payloads of remote puts above 1 KiB on their way
 *   gpurma.staging.bytes          16384   of one of them; the same on all processes
 *   gpurma.receive.slots          64      messages that may arrive before they are looked at
 *   gpurma.waiting.notes          65536   accesses of a rank that may wait for room in its lane
 *   gpurma.waiting.mib            32      room for their payloads, of all ranks of a process
 *   gpurma.transfers              8       large puts and gets under way at a time, each way
 *   gpurma.transfer.chunk.kib     128     of the pieces that they are cut into; the same on all processes
 *   gpurma.managed.mib            64      managed memory of a job that does not say how much it wants
 *   gpurma.emulated.ranks         8       ranks of an emulated GPU for a job that does not say how many it wants
 *   gpurma.counters.millis        1000    between two samples of the counters; after ten minutes twice as long, and so on
 *   gpurma.upload.timeout.seconds 10      to reach the service at the end of the run
 *   gpurma.stall.seconds          30      without progress, after which a waiting rank is reported
 *   gpurma.deadlock.millis        1000    for which everything stands still in a deadlock; 0: none is looked for
 *   gpurma.path                   nearest network: other GPUs of the node are reached over the network too
 *   gpurma.mpi.cuda-aware         auto    yes, no: whether Open MPI reads and writes device memory; auto asks it
 *   gpurma.mpi.threads            auto    single, multiple: whether a thread of its own receives
 *   gpurma.node.messages          shared  mpi: small messages go by MPI within a node, too
 *   gpurma.warm.up.puts           -1      before the launch, to have the code compiled; -1: 20000, on an emulated GPU none
 *   gpurma.native                 .       folder of libgpurma_emulator.so
 * </pre>
 */
public record RuntimeConfig(
    QueueSizes queues,
    int receiveSlots,
    int waitingNotes,
    long waitingBytes,
    int transfers,
    int chunkBytes,
    long managedBytes,
    int emulatedRanks,
    Duration countersPeriod,
    Duration uploadTimeout,
    StallSettings stalls,
    PathChoice path,
    CudaAware cudaAware,
    MpiThreads mpiThreads,
    NodeMessages nodeMessages,
    int warmUpPuts,
    Path nativeFolder) {

  private static final int KIB = 1024;
  private static final long MIB = 1024 * 1024;

  public static RuntimeConfig fromSystem() {
    return from(System.getProperties(), System.getenv());
  }

  /** Takes system properties and an environment. */
  public static RuntimeConfig from(Properties properties, Map<String, String> environment) {
    Settings settings = new Settings(properties, environment);
    return new RuntimeConfig(
        queues(settings),
        settings.integer("gpurma.receive.slots", 64),
        settings.integer("gpurma.waiting.notes", 65536),
        settings.integer("gpurma.waiting.mib", 32) * MIB,
        settings.integer("gpurma.transfers", 8),
        Math.multiplyExact(settings.integer("gpurma.transfer.chunk.kib", 128), KIB),
        settings.integer("gpurma.managed.mib", 64) * MIB,
        settings.integer("gpurma.emulated.ranks", 8),
        Duration.ofMillis(settings.integer("gpurma.counters.millis", 1000)),
        Duration.ofSeconds(settings.integer("gpurma.upload.timeout.seconds", 10)),
        StallSettings.from(settings),
        settings.choice("gpurma.path", PathChoice.NEAREST),
        settings.choice("gpurma.mpi.cuda-aware", CudaAware.AUTO),
        settings.choice("gpurma.mpi.threads", MpiThreads.AUTO),
        settings.choice("gpurma.node.messages", NodeMessages.SHARED),
        settings.integer("gpurma.warm.up.puts", -1),
        Path.of(settings.text("gpurma.native", ".")));
  }

  /** The same where a job has no wishes of its own. */
  public RuntimeConfig with(RunSpec job) {
    return new RuntimeConfig(
        queues.with(job),
        receiveSlots,
        waitingNotes,
        waitingBytes,
        transfers,
        chunkBytes,
        managedBytes,
        emulatedRanks,
        countersPeriod,
        uploadTimeout,
        stalls,
        path,
        cudaAware,
        mpiThreads,
        nodeMessages,
        warmUpPuts,
        nativeFolder);
  }

  private static QueueSizes queues(Settings settings) {
    return new QueueSizes(
        settings.integer("gpurma.command.slots", 64),
        settings.integer("gpurma.ack.slots", 16),
        settings.integer("gpurma.host.lane.pieces", 1024),
        settings.integer("gpurma.log.slots", 256),
        settings.integer("gpurma.unmatched.slots", 4096),
        settings.integer("gpurma.staging.slots", 8),
        settings.integer("gpurma.staging.bytes", 16384));
  }
}
