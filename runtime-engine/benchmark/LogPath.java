import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.ranklog.LogPressure;
import org.gpurma.runtime.ranklog.RankLogs;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.report.SpoolReader;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;

/**
 * The runtime's part of the log path: from the ranks' log queues to the spool. Ranks are threads that
 * write entries into queues in memory as fast as these take them, one integer a line; no GPU. Then
 * the spool is read, and every line of every rank must be there once and in order.
 *
 * <pre>
 *   java -Xmx64m --enable-native-access=ALL-UNNAMED -cp '.gpurma/bundle/lib/*' \
 *        runtime-engine/benchmark/LogPath.java RANKS SECONDS WRITERS [FOLDER]
 * </pre>
 *
 * The time of the processor a line says what the log threads need by themselves, whoever else uses
 * the machine.
 */
class LogPath {

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final int ENTRY_BYTES = 64;
  private static final Duration WARM_UP = Duration.ofSeconds(3);

  private static volatile boolean stopped;

  /** The device's side of one rank's log queue. */
  private static final class Rank {
    private final MemorySegment area;
    private final HostAreaLayout layout;
    private final int slots;
    private int written;

    Rank(MemorySegment area, HostAreaLayout layout, int slots) {
      this.area = area;
      this.layout = layout;
      this.slots = slots;
    }

    int taken() {
      return (int) INT.getAcquire(area, (long) layout.logConsumed());
    }

    /** As many lines as there is room for. */
    int fill() {
      int room = slots - (written - taken());
      for (int i = 0; i < room; i++) {
        writeInteger(written, System.nanoTime());
      }
      return room;
    }

    /** An entry of 12 bytes that ends its line: the kind of item and its value. */
    private void writeInteger(long value, long time) {
      long sequence = (long) ++written << 32;
      long at = layout.logRing() + (long) (written - 1 & slots - 1) * ENTRY_BYTES;
      int head = 12 | 1 << 8;
      area.set(ValueLayout.JAVA_LONG, at, head | time << 32);
      LONG.setRelease(area, at + 8, time >>> 32 | sequence);
      area.set(ValueLayout.JAVA_LONG, at + 16, 2 | value << 32);
      LONG.setRelease(area, at + 24, value >>> 32 | sequence);
      LONG.setRelease(area, at + 40, sequence);
      LONG.setRelease(area, at + 56, sequence);
    }
  }

  public static void main(String[] arguments) throws Exception {
    int ranks = Integer.parseInt(arguments[0]);
    int seconds = Integer.parseInt(arguments[1]);
    int writers = Integer.parseInt(arguments[2]);
    Path folder =
        arguments.length > 3 ? Path.of(arguments[3]) : Files.createTempDirectory("log-path");
    Path file = folder.resolve("log-path.spool");
    Files.deleteIfExists(file);
    try {
      measure(ranks, seconds, writers, file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void measure(int rankCount, int seconds, int writers, Path file)
      throws Exception {
    QueueSizes sizes = RuntimeConfig.from(new Properties(), Map.of()).queues();
    HostAreaLayout layout = HostAreaLayout.of(sizes);
    MemorySegment memory = Arena.ofShared().allocate((long) rankCount * layout.stride(), 64);
    List<SharedMemory> areas = new ArrayList<>();
    List<Rank> ranks = new ArrayList<>();
    for (int i = 0; i < rankCount; i++) {
      MemorySegment area = memory.asSlice((long) i * layout.stride(), layout.stride(), 64);
      areas.add(new SharedMemory(area, 0));
      ranks.add(new Rank(area, layout, sizes.log()));
    }
    List<Thread> threads = new ArrayList<>();
    Progress begin;
    Progress end;
    try (Spool spool = Spool.open(file)) {
      RankLogs logs =
          new RankLogs(
              0,
              areas,
              layout,
              sizes,
              spool,
              new FailureBoard(failure -> System.err.println(failure.describe())),
              new LogPressure(sizes.log()));
      logs.start();
      for (int i = 0; i < writers; i++) {
        int first = i;
        threads.add(Thread.ofPlatform().start(() -> write(ranks, first, writers)));
      }
      Thread.sleep(WARM_UP);
      begin = Progress.now(ranks);
      Thread.sleep(Duration.ofSeconds(seconds));
      end = Progress.now(ranks);
      stopped = true;
      for (Thread thread : threads) {
        thread.join();
      }
      logs.close();
    }
    long lines = end.lines - begin.lines;
    double took = (end.nanos - begin.nanos) / 1e9;
    System.out.printf(
        "%d ranks: %.2f M lines/s over %.1f s; %.0f ns of processor a line; spool %.1f B a line%n",
        rankCount,
        lines / took / 1e6,
        took,
        (double) (end.processorNanos - begin.processorNanos) / lines,
        (double) Files.size(file) / Progress.now(ranks).lines);
    check(ranks, file);
  }

  /** How far all ranks have got, and at what cost. */
  private record Progress(long nanos, long lines, long processorNanos) {

    static Progress now(List<Rank> ranks) {
      long lines = ranks.stream().mapToLong(rank -> rank.taken()).sum();
      return new Progress(System.nanoTime(), lines, processorNanosOfLogThreads());
    }
  }

  private static void write(List<Rank> ranks, int first, int step) {
    while (!stopped) {
      int written = 0;
      for (int i = first; i < ranks.size(); i += step) {
        written += ranks.get(i).fill();
      }
      if (written == 0) {
        Thread.onSpinWait();
      }
    }
  }

  private static long processorNanosOfLogThreads() {
    var threads = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (var info : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (info != null && info.getThreadName().startsWith("log")) {
        nanos += threads.getThreadCpuTime(info.getThreadId());
      }
    }
    return nanos;
  }

  private static void check(List<Rank> ranks, Path file) throws IOException {
    Map<Integer, Long> next = new HashMap<>();
    try (SpoolReader reader = SpoolReader.open(file)) {
      List<SpooledRecord> records = reader.next(1 << 20);
      while (!records.isEmpty()) {
        for (SpooledRecord record : records) {
          if (record.hasLines()) {
            check(record.getLines(), next);
          }
        }
        reader.advance();
        records = reader.next(1 << 20);
      }
    }
    for (int i = 0; i < ranks.size(); i++) {
      require(next.getOrDefault(i, 0L) == ranks.get(i).written, "rank " + i + " has " + next.get(i) + " of " + ranks.get(i).written + " lines");
    }
    System.out.println("every line is there once and in order");
  }

  private static void check(LogLines lines, Map<Integer, Long> next) {
    long sequence = lines.getFirstSequence();
    require(next.getOrDefault(lines.getRank(), 0L) == sequence, "a gap at rank " + lines.getRank());
    for (var text : lines.getTextsList()) {
      require(Long.parseLong(text.toStringUtf8()) == sequence, "line " + sequence + " is another");
      sequence++;
    }
    next.put(lines.getRank(), sequence);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalStateException(message);
    }
  }
}
