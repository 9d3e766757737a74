import com.google.protobuf.TextFormat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.ranklog.LogPressure;
import org.gpurma.runtime.ranklog.RankLogs;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.runtime.report.ServiceAddress;
import org.gpurma.runtime.report.ServiceConnection;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.report.Uploader;
import org.gpurma.wire.Finished;
import org.gpurma.wire.RunSpec;
import org.gpurma.wire.SpooledRecord;
import org.gpurma.wire.Started;

/**
 * Stands in for the runtime process of a job with one GPU: its ranks are a thread that writes log
 * entries at a rate; everything behind the log queues is the real runtime. {@code log-load} has the
 * service start it. A line is its own time, in nanoseconds since the epoch, and a few words.
 *
 * <pre>
 *   SyntheticRuntime RANKS LINES_PER_SECOND SECONDS RUN_FOLDER
 * </pre>
 */
class SyntheticRuntime {

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final int ENTRY_BYTES = 64;
  private static final long TICK_NANOS = 1_000_000;

  /** As many characters as fit into an entry beside a number. */
  private static final byte[] WORDS =
      " step, residual 4e-5".getBytes(StandardCharsets.US_ASCII);

  /** The device's side of one rank's log queue. */
  private static final class Rank {
    private final MemorySegment area;
    private final HostAreaLayout layout;
    private final int slots;
    private final byte[] items = new byte[36];
    private final MemorySegment words = MemorySegment.ofArray(items);
    private int written;

    Rank(MemorySegment area, HostAreaLayout layout, int slots) {
      this.area = area;
      this.layout = layout;
      this.slots = slots;
      items[0] = 2;
      items[12] = 1;
      items[13] = (byte) WORDS.length;
      System.arraycopy(WORDS, 0, items, 16, WORDS.length);
    }

    void write(long value) {
      while (written - (int) INT.getAcquire(area, (long) layout.logConsumed()) == slots) {
        LockSupport.parkNanos(50_000);
      }
      words.set(ValueLayout.JAVA_LONG_UNALIGNED, 4, value);
      long sequence = (long) ++written << 32;
      long at = layout.logRing() + (long) (written - 1 & slots - 1) * ENTRY_BYTES;
      int head = items.length | 1 << 8;
      area.set(ValueLayout.JAVA_LONG, at, head | value << 32);
      LONG.setRelease(area, at + 8, value >>> 32 | sequence);
      for (int piece = 0; piece < 3; piece++) {
        int from = piece * 12;
        long slot = at + 16 + piece * 16L;
        area.set(ValueLayout.JAVA_LONG, slot, words.get(ValueLayout.JAVA_LONG_UNALIGNED, from));
        long last = words.get(ValueLayout.JAVA_INT_UNALIGNED, from + 8) & 0xffffffffL;
        LONG.setRelease(area, slot + 8, last | sequence);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    int ranks = Integer.parseInt(arguments[0]);
    long rate = Long.parseLong(arguments[1]);
    int seconds = Integer.parseInt(arguments[2]);
    Path folder = Path.of(arguments[3]);
    RunSpec spec = TextFormat.parse(Files.readString(folder.resolve("run.txtpb")), RunSpec.class);
    try (Spool spool = Spool.open(folder.resolve("spool/0.spool"))) {
      var uploader = new Uploader(0, spool, new ServiceConnection(ServiceAddress.of(spec)));
      uploader.start();
      report(spool, SpooledRecord.newBuilder().setStarted(started(spec, ranks)));
      say(ranks, rate, seconds, spool);
      report(
          spool,
          SpooledRecord.newBuilder()
              .setFinished(Finished.newBuilder().setSuccess(true).setKernelNs(seconds * 1_000_000_000L)));
      long ended = System.nanoTime();
      uploader.close(Duration.ofMinutes(5));
      System.out.printf(
          "the service had everything %.2f s after the last line%n",
          (System.nanoTime() - ended) / 1e9);
    }
  }

  private static Started started(RunSpec spec, int ranks) {
    return Started.newBuilder()
        .setNode(spec.getPlacements(0).getNode())
        .setGpu(spec.getPlacements(0).getGpu())
        .setGpuName("synthetic ranks")
        .setPid((int) ProcessHandle.current().pid())
        .setRankCount(ranks)
        .setWorldSize(ranks)
        .build();
  }

  private static void report(Spool spool, SpooledRecord.Builder record) {
    spool.append(record);
    spool.flush();
  }

  private static void say(int rankCount, long rate, int seconds, Spool spool) {
    QueueSizes sizes = RuntimeConfig.from(new Properties(), Map.of()).queues();
    HostAreaLayout layout = HostAreaLayout.of(sizes);
    List<SharedMemory> areas = new ArrayList<>();
    List<Rank> ranks = new ArrayList<>();
    for (int i = 0; i < rankCount; i++) {
      MemorySegment area = Arena.ofAuto().allocate(layout.stride(), 64);
      areas.add(new SharedMemory(area, 0));
      ranks.add(new Rank(area, layout, sizes.log()));
    }
    var failures = new FailureBoard(failure -> System.out.println(failure.describe()));
    try (RankLogs logs =
        new RankLogs(0, areas, layout, sizes, spool, failures, new LogPressure(sizes.log()))) {
      logs.start();
      long begin = System.nanoTime();
      long total = rate * seconds;
      for (long written = 0; written < total; ) {
        long due = Math.min(total, (long) ((System.nanoTime() - begin) / 1e9 * rate));
        for (; written < due; written++) {
          ranks.get((int) (written % rankCount)).write(nanosSinceEpoch());
        }
        LockSupport.parkNanos(TICK_NANOS);
      }
      System.out.printf(
          "%d ranks wrote %d lines in %.2f s%n", rankCount, total, (System.nanoTime() - begin) / 1e9);
    }
  }

  private static long nanosSinceEpoch() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }
}
