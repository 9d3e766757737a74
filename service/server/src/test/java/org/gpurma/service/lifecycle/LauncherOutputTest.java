package org.gpurma.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.service.joblog.LogLine;
import org.gpurma.service.joblog.LogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherOutputTest {
  @TempDir private Path folder;

  private static List<String> texts(JobLog log) throws IOException {
    try (LogReader reader = log.reader(0, LogFilter.ALL)) {
      return reader.next(1000).stream().map(LogLine::text).toList();
    }
  }

  private void append(String text) throws IOException {
    Files.writeString(
        folder.resolve("out"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void lines_are_taken_once_also_by_a_service_that_comes_back() throws IOException {
    JobLog log = JobLog.open(folder.resolve("log"));
    var output = new LauncherOutput(folder.resolve("out"), log);
    output.drain();
    append("first\nsecond, grün\n");
    output.drain();

    append("third\nno end");
    var again = new LauncherOutput(folder.resolve("out"), log);
    again.drain();

    assertThat(texts(log)).containsExactly("first", "second, grün", "third", "no end");
    assertThat(again.tail()).endsWith("third\nno end");
  }

  @Test
  void endless_output_is_cut_with_a_word() throws IOException {
    JobLog log = JobLog.open(folder.resolve("log"));
    append("x\n".repeat(30_000));
    new LauncherOutput(folder.resolve("out"), log).drain();

    assertThat(log.lines()).isEqualTo(20_001);
  }
}
