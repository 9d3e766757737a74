package org.gpurma.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.wire.LogLine;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("spool/0.spool");
  }

  @Test
  void recordsComeBackNumberedAndInOrder() throws Exception {
    try (Spool spool = Spool.open(file)) {
      spool.append(line("a"));
      spool.append(line("b"));
    }
    assertThat(texts()).containsExactly("0 a", "1 b");
  }

  @Test
  void theLogLinesOfARunCanBeReadWithoutAService() throws Exception {
    try (Spool first = Spool.open(file);
        Spool second = Spool.open(folder.resolve("spool/1.spool"))) {
      first.append(line("a"));
      first.append(SpooledRecord.newBuilder());
      first.append(line("b"));
      second.append(line("c"));
    }
    List<String> lines = new ArrayList<>();

    SpoolText.print(folder, lines::add);

    assertThat(lines).containsExactly("[rank 0] a", "[rank 0] b", "[rank 0] c");
  }

  @Test
  void whatIsFlushedIsThereWithoutAClose() throws Exception {
    Spool spool = Spool.open(file);
    spool.append(line("a"));
    assertThat(texts()).isEmpty();
    spool.flush();
    assertThat(texts()).containsExactly("0 a");
    spool.close();
  }

  @Test
  void aSpoolThatEndsInHalfARecordGoesOnAfterTheLastWholeOne() throws Exception {
    try (Spool spool = Spool.open(file)) {
      spool.append(line("a"));
      spool.append(line("b"));
      spool.append(line("lost"));
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 2);
    }
    assertThat(texts()).containsExactly("0 a", "1 b");

    try (Spool spool = Spool.open(file)) {
      spool.append(line("c"));
    }
    assertThat(texts()).containsExactly("0 a", "1 b", "2 c");
  }

  @Test
  void aRecordLargerThanABatchComesAlone() throws Exception {
    String large = "x".repeat(5000);
    try (Spool spool = Spool.open(file)) {
      spool.append(line(large));
      spool.append(line("b"));
      try (SpoolReader reader = spool.reader()) {
        spool.flush();
        List<SpooledRecord> batch = reader.next(100);
        assertThat(batch).isNotEmpty();
        assertThat(batch.getFirst().getLog().getText()).isEqualTo(large);
      }
    }
  }

  @Test
  void aReaderReturnsTheSameBatchUntilItIsToldToGoOn() throws Exception {
    try (Spool spool = Spool.open(file)) {
      spool.append(line("a"));
      spool.flush();
      try (SpoolReader reader = spool.reader()) {
        assertThat(reader.next(100)).hasSize(1);
        assertThat(reader.next(100)).hasSize(1);
        reader.advance();
        assertThat(reader.next(100)).isEmpty();
        spool.append(line("b"));
        spool.flush();
        assertThat(reader.next(100).getFirst().getIndex()).isEqualTo(1);
      }
    }
  }

  private List<String> texts() throws Exception {
    List<String> texts = new ArrayList<>();
    try (var in = Files.newInputStream(file)) {
      SpooledRecord record = parse(in);
      while (record != null) {
        texts.add(record.getIndex() + " " + record.getLog().getText());
        record = parse(in);
      }
    }
    return texts;
  }

  private static SpooledRecord parse(InputStream in) throws IOException {
    try {
      return SpooledRecord.parseDelimitedFrom(in);
    } catch (InvalidProtocolBufferException _) {
      return null;
    }
  }

  private static SpooledRecord.Builder line(String text) {
    return SpooledRecord.newBuilder().setLog(LogLine.newBuilder().setText(text));
  }
}
