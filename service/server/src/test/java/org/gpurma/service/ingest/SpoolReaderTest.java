package org.gpurma.service.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.service.joblog.LogLine;
import org.gpurma.service.joblog.LogReader;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolReaderTest {
  @TempDir private Path folder;
  private final List<String> texts = new ArrayList<>();
  private Path spool;
  private int logs;

  @BeforeEach
  void name() {
    spool = folder.resolve("0.spool");
  }

  private static List<SpooledRecord> records(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> FakeProcess.line(0, i, "line " + i).build())
        .toList();
  }

  private static List<String> lines(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "line " + i).toList();
  }

  private List<String> textsOf(List<Entry.Sent> records) {
    JobLog log = JobLog.open(folder.resolve("log" + logs++));
    log.append(records);
    try (LogReader reader = log.reader(0, LogFilter.ALL)) {
      return reader.next(Integer.MAX_VALUE).stream().map(LogLine::text).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads into {@link #texts}. */
  private Optional<SpoolReader.Damage> read(long firstIndex) throws IOException {
    texts.clear();
    return SpoolReader.read(
        spool,
        0,
        firstIndex,
        (index, records) -> {
          assertThat(index).isEqualTo(firstIndex + texts.size());
          texts.addAll(textsOf(records));
        });
  }

  @Test
  void all_records_are_read_from_any_one_on() throws IOException {
    FakeProcess.spool(spool, records(3000));
    for (int first : new int[] {0, 1, 1023, 1024, 1025, 2999, 3000, 5000}) {
      assertThat(read(first)).isEmpty();
      assertThat(texts).isEqualTo(lines(Math.min(first, 3000), 3000));
    }
  }

  @Test
  void a_spool_that_is_not_there_holds_nothing() throws IOException {
    assertThat(read(0)).isEmpty();
    assertThat(texts).isEmpty();
  }

  @Test
  void half_a_record_at_the_end_is_told() throws IOException {
    FakeProcess.spool(spool, records(100));
    byte[] whole = Files.readAllBytes(spool);
    Files.write(spool, Arrays.copyOf(whole, whole.length - 3));

    assertThat(read(0))
        .hasValueSatisfying(
            damage -> {
              assertThat(damage.firstLost()).isEqualTo(99);
              assertThat(damage.what()).contains("behind its 99 whole records");
            });
    assertThat(texts).isEqualTo(lines(0, 99));
  }

  @Test
  void whatever_is_damaged_the_records_before_it_are_read_and_the_rest_is_told()
      throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int count = 50;
    List<Long> ends = new ArrayList<>();
    for (SpooledRecord record : records(count)) {
      FakeProcess.spool(spool, List.of(record));
      ends.add(Files.size(spool));
    }
    byte[] whole = Files.readAllBytes(spool);
    for (int round = 0; round < 300; round++) {
      byte[] damaged = whole.clone();
      int at = random.nextInt(8, whole.length);
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(spool, damaged);

      int intact = (int) ends.stream().filter(end -> end <= at).count();
      assertThat(read(0)).as("seed %d, byte %d", seed, at).isPresent();
      assertThat(texts).as("seed %d, byte %d", seed, at).isEqualTo(lines(0, intact));
    }
  }

  @Test
  void a_spool_of_another_version_is_named() throws IOException {
    FakeProcess.spool(spool, records(1));
    byte[] bytes = Files.readAllBytes(spool);
    bytes[7] = 9;
    Files.write(spool, bytes);

    assertThat(read(0))
        .hasValueSatisfying(damage -> assertThat(damage.what()).contains("version 9"));
    assertThat(texts).isEmpty();
  }

  @Test
  void what_is_no_spool_at_all_is_told() throws IOException {
    Files.writeString(spool, "nonsense, and more of it");
    assertThat(read(0))
        .hasValueSatisfying(damage -> assertThat(damage.what()).contains("24 bytes"));
  }
}
