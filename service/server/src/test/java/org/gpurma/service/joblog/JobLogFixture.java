package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A log in a folder of its own, and what is written to it and read from it. */
abstract class JobLogFixture {
  @TempDir Path folder;

  Path file;
  Path index;

  @BeforeEach
  void name() {
    file = folder.resolve("job/log");
    index = folder.resolve("job/log.index");
  }

  static Entry.Sent line(int process, long sequence, int rank, String text) {
    return Entry.sent(process, FakeProcess.line(rank, sequence, text).build());
  }

  /** Lines {@code rank:first} to {@code rank:first+count-1} of one rank. */
  static Entry.Sent block(int rank, int first, int count, long hostTime) {
    LogLines.Builder lines = LogLines.newBuilder().setRank(rank).setFirstSequence(first);
    for (int i = 0; i < count; i++) {
      lines.addDeviceTimeStepsNs(i == 0 ? 1_000_000L + first : 1);
      lines.addTexts(ByteString.copyFromUtf8(rank + ":" + (first + i)));
    }
    return Entry.sent(
        0, SpooledRecord.newBuilder().setHostTimeNs(hostTime).setLines(lines).build());
  }

  static List<LogLine> lines(JobLog log, long after, LogFilter filter) throws IOException {
    List<LogLine> all = new ArrayList<>();
    try (LogReader reader = log.reader(after, filter)) {
      List<LogLine> lines = reader.next(100);
      while (!lines.isEmpty()) {
        all.addAll(lines);
        lines = reader.next(100);
      }
      assertThat(reader.cursor()).isEqualTo(Math.max(after, log.lines()));
    }
    return all;
  }

  static List<String> texts(JobLog log, long after, LogFilter filter) throws IOException {
    return lines(log, after, filter).stream().map(line -> line.text()).toList();
  }

  /**
   * Enough blocks of 16 ranks for some stretches of the index; rank 16 speaks at two times only.
   */
  JobLog large() {
    JobLog log = JobLog.open(file);
    for (int i = 0; i < 400; i++) {
      List<Entry> entries = new ArrayList<>();
      for (int rank = 0; rank < 16; rank++) {
        entries.add(block(rank, i * 5, 5, i * 1_000_000L));
      }
      if (i == 100 || i == 300) {
        entries.add(block(16, i == 100 ? 0 : 3, 3, i * 1_000_000L));
      }
      log.append(entries);
    }
    return log;
  }
}
