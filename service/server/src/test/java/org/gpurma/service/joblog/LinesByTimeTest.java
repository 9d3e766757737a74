package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinesByTimeTest {
  private static final int PROCESSES = 3;
  private static final int RANKS = 4;

  @TempDir private Path folder;
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final long[] sequences = new long[PROCESSES * RANKS];
  private final long[] clocks = new long[PROCESSES];

  private Entry.Sent block(int process) {
    int rank = process * RANKS + random.nextInt(RANKS);
    clocks[process] += random.nextInt(1000);
    LogLines.Builder lines = LogLines.newBuilder().setRank(rank).setFirstSequence(sequences[rank]);
    for (int left = 1 + random.nextInt(60); left > 0; left--) {
      lines.addTexts(ByteString.copyFromUtf8("line " + sequences[rank]++ + " of " + rank));
    }
    return Entry.sent(
        process, SpooledRecord.newBuilder().setHostTimeNs(clocks[process]).setLines(lines).build());
  }

  /** Process 2 cannot send for a while and brings what it has at the end. */
  private JobLog log() {
    JobLog log = JobLog.open(folder.resolve("log"));
    List<Entry> late = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      int process = random.nextInt(PROCESSES);
      Entry.Sent block = block(process);
      if (process == 2 && i > 500) {
        late.add(block);
      } else {
        log.append(List.of(block));
      }
    }
    log.append(late);
    log.write(Channel.SERVICE, "end");
    return log;
  }

  private static List<LogLine> byTime(JobLog log, LogFilter filter) throws IOException {
    List<LogLine> lines = new ArrayList<>();
    try (LineSource source = log.readerByTime(filter)) {
      while (source.next(100, Long.MAX_VALUE, line -> lines.add(line.line())) > 0) {
        // To the end.
      }
    }
    return lines;
  }

  @Test
  void lines_come_by_time_and_those_of_a_rank_in_its_order() throws IOException {
    JobLog log = log();
    for (LogFilter filter :
        List.of(
            LogFilter.ALL,
            new LogFilter(IdSet.parse("1,4-9"), Set.of()),
            new LogFilter(IdSet.ALL, Set.of(Channel.SERVICE)))) {
      List<LogLine> all;
      try (LogReader reader = log.reader(0, filter)) {
        all = reader.next(Integer.MAX_VALUE);
      }
      List<LogLine> byTime = byTime(log, filter);
      assertThat(byTime)
          .as("seed %d", seed)
          .isEqualTo(all.stream().sorted(Comparator.comparing(LogLine::time)).toList());
      for (long rank = 0; rank < sequences.length; rank++) {
        long number = rank;
        assertThat(byTime.stream().filter(line -> line.rank() != null && line.rank() == number))
            .as("seed %d", seed)
            .extracting(LogLine::seq)
            .isSorted();
      }
    }
  }

  @Test
  void of_an_empty_log_nothing_comes() throws IOException {
    assertThat(byTime(JobLog.open(folder.resolve("none")), LogFilter.ALL)).isEmpty();
  }
}
