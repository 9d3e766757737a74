package org.gpurma.runtime.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.gpurma.runtime.records.QueueSizes;

/**
 * Settings that a job does not choose. Each is a system property, or an environment variable of the
 * same name in capitals with underscores.
 *
 * <pre>
 *   gpurma.command.slots          64      entries of a rank's command queue; powers of two, here and below
 *   gpurma.ack.slots              16
 *   gpurma.host.note.slots        256     notifications from the host
 *   gpurma.log.slots              256
 *   gpurma.unmatched.slots        4096    notifications that arrived and were not asked for; any number
 *   gpurma.staging.slots          8       payloads of remote puts on their way
 *   gpurma.staging.bytes          16384   of one of them; the same on all processes
 *   gpurma.receive.slots          64      messages that may arrive before they are looked at
 *   gpurma.waiting.notes          65536   notifications of a rank that may wait for room in its queue
 *   gpurma.managed.mib            64      managed memory of a job that does not say how much it wants
 *   gpurma.emulated.ranks         8       ranks of an emulated GPU for a job that does not say how many it wants
 *   gpurma.counters.millis        250     between two samples of the counters
 *   gpurma.upload.timeout.seconds 10      to reach the service at the end of the run
 *   gpurma.stall.seconds          30      without progress, after which a waiting rank is reported
 *   gpurma.deadlock.millis        1000    for which everything stands still in a deadlock; 0: none is looked for
 *   gpurma.path                   nearest network: other GPUs of the node are reached over the network too
 *   gpurma.native                 .       folder of libgpurma_emulator.so
 * </pre>
 */
public record RuntimeConfig(
    QueueSizes queues,
    int receiveSlots,
    int waitingNotes,
    long managedBytes,
    int emulatedRanks,
    Duration countersPeriod,
    Duration uploadTimeout,
    StallSettings stalls,
    PathChoice path,
    Path nativeFolder) {

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
        settings.integer("gpurma.managed.mib", 64) * MIB,
        settings.integer("gpurma.emulated.ranks", 8),
        Duration.ofMillis(settings.integer("gpurma.counters.millis", 250)),
        Duration.ofSeconds(settings.integer("gpurma.upload.timeout.seconds", 10)),
        StallSettings.from(settings),
        PathChoice.of(settings.text(PathChoice.SETTING, "nearest")),
        Path.of(settings.text("gpurma.native", ".")));
  }

  private static QueueSizes queues(Settings settings) {
    return new QueueSizes(
        settings.integer("gpurma.command.slots", 64),
        settings.integer("gpurma.ack.slots", 16),
        settings.integer("gpurma.host.note.slots", 256),
        settings.integer("gpurma.log.slots", 256),
        settings.integer("gpurma.unmatched.slots", 4096),
        settings.integer("gpurma.staging.slots", 8),
        settings.integer("gpurma.staging.bytes", 16384));
  }
}
