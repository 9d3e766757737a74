package org.gpurma.runtime.ranklog;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.LogEntryDescriptor;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.runtime.report.Spool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankLogsTest {

  private static final int FIRST_RANK = 40;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "1, 128, 1",
    "8, 16, 1",
    "132, 2, 1",
    "132, 6, 1",
    "132, 8, 2",
    "132, 16, 6",
    "1056, 64, 8"
  })
  void threadsAreAsManyAsRanksKeepBusyAndCoresAllow(int ranks, int cores, int threads) {
    assertThat(RankLogs.threads(ranks, cores)).isEqualTo(threads);
  }

  @Test
  void everyLineOfManyRanksIsSpooledOnceAndInOrder() throws Exception {
    int ranks = 5;
    int lines = 5000;
    QueueSizes sizes = RuntimeConfig.from(new Properties(), Map.of()).queues();
    HostAreaLayout layout = HostAreaLayout.of(sizes);
    List<SharedMemory> areas = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      areas.add(new SharedMemory(Arena.ofAuto().allocate(layout.stride(), 64), 0));
    }
    Path file = folder.resolve("0.spool");
    List<String> failures = new ArrayList<>();
    try (Spool spool = Spool.open(file);
        RankLogs logs =
            new RankLogs(
                FIRST_RANK,
                areas,
                layout,
                sizes,
                spool,
                new FailureBoard(failure -> failures.add(failure.describe())),
                new LogPressure(sizes.log()))) {
      logs.start();
      List<Thread> threads = new ArrayList<>();
      for (SharedMemory area : areas) {
        threads.add(Thread.ofPlatform().start(() -> say(area, layout, sizes, lines)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }

    assertThat(failures).isEmpty();
    List<SpooledLines.Line> spooled = SpooledLines.in(file);
    assertThat(spooled).hasSize(ranks * lines);
    for (int i = 0; i < ranks; i++) {
      int rank = FIRST_RANK + i;
      assertThat(spooled.stream().filter(line -> line.rank() == rank))
          .containsExactlyElementsOf(
              IntStream.range(0, lines)
                  .mapToObj(n -> new SpooledLines.Line(rank, n, n, "line " + n))
                  .toList());
    }
  }

  private static void say(SharedMemory area, HostAreaLayout layout, QueueSizes sizes, int lines) {
    FlaggedQueueWriter queue =
        new FlaggedQueueWriter(area.host(), layout.logRing(), layout.logConsumed(), sizes.log());
    FakeLog device = new FakeLog(queue, Thread::onSpinWait);
    for (int i = 0; i < lines; i++) {
      device.text("line ").number(LogEntryDescriptor.INTEGER, i).endLine(i);
    }
  }
}
