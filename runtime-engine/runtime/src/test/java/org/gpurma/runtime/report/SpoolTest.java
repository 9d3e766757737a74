package org.gpurma.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
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
  void recordsComeBackInOrder() throws Exception {
    write("a", "b");
    assertThat(texts()).containsExactly("a", "b");
  }

  @Test
  void theLogLinesOfARunCanBeReadWithoutAService() throws Exception {
    try (Spool first = Spool.open(file);
        Spool second = Spool.open(folder.resolve("spool/1.spool"))) {
      first.append(Lines.record(0, "a", "b"));
      first.append(SpooledRecord.newBuilder());
      first.append(Lines.record(1, "c"));
      second.append(Lines.record(2, "d"));
    }
    List<String> lines = new ArrayList<>();

    SpoolText.print(folder, lines::add);

    assertThat(lines).containsExactly("[rank 0] a", "[rank 0] b", "[rank 1] c", "[rank 2] d");
  }

  @Test
  void whatIsFlushedIsThereWithoutAClose() throws Exception {
    Spool spool = Spool.open(file);
    spool.append(Lines.record("a"));
    assertThat(texts()).isEmpty();
    spool.flush();
    assertThat(texts()).containsExactly("a");
    spool.close();
  }

  @Test
  void aSpoolThatEndsInHalfARecordGoesOnAfterTheLastWholeOne() throws Exception {
    write("a", "b", "lost");
    byte[] whole = Files.readAllBytes(file);
    int thirdRecord = (int) sizeOf("a", "b");
    for (int length = thirdRecord; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(texts()).containsExactly("a", "b");
      try (Spool spool = Spool.open(file)) {
        assertThat(spool.nextIndex()).isEqualTo(2);
        spool.append(Lines.record("c"));
      }
      assertThat(texts()).containsExactly("a", "b", "c");
    }
  }

  @Test
  void aSpoolThatIsTornInItsHeaderBeginsAnew() throws Exception {
    write("lost");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 5));
    write("a");
    assertThat(texts()).containsExactly("a");
  }

  @Test
  void aSpoolOfAnotherVersionIsRefused() throws Exception {
    write("a");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {0, 1}), 6);
    }
    assertThatThrownBy(() -> Spool.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no spool of version 2");
  }

  @Test
  void whateverIsDamagedTheRecordsBeforeItComeBack() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String[] said =
        IntStream.range(0, 40)
            .mapToObj(i -> i + "x".repeat(random.nextInt(60)))
            .toArray(String[]::new);
    write(said);
    byte[] whole = Files.readAllBytes(file);
    for (int round = 0; round < 200; round++) {
      int at = random.nextInt(SpoolFormat.HEADER_BYTES, whole.length);
      byte[] damaged = damage(whole, at, random);
      Files.write(file, damaged);
      int intact = 0;
      while (sizeOf(Arrays.copyOf(said, intact + 1)) <= at) {
        intact++;
      }
      assertThat(texts())
          .as("seed %d, byte %d", seed, at)
          .containsExactly(Arrays.copyOf(said, intact));
      try (Spool spool = Spool.open(file)) {
        assertThat(spool.nextIndex()).isEqualTo(intact);
      }
    }
  }

  /** Another byte, or the end, or zeros up to the end. */
  private static byte[] damage(byte[] whole, int at, Random random) {
    byte[] damaged = whole.clone();
    switch (random.nextInt(3)) {
      case 0 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> damaged = Arrays.copyOf(whole, at);
      default -> {
        damaged[at] ^= 1;
        Arrays.fill(damaged, at + 1, damaged.length, (byte) 0);
      }
    }
    return damaged;
  }

  @Test
  void zerosAreNoRecords() throws Exception {
    write("a");
    Files.write(file, new byte[100], StandardOpenOption.APPEND);
    assertThat(texts()).containsExactly("a");
    try (SpoolReader reader = SpoolReader.open(file)) {
      reader.next(1000);
      assertThat(reader.isAtDamage()).isTrue();
    }
  }

  @Test
  void aRecordLargerThanABatchComesAlone() throws Exception {
    String large = "x".repeat(500_000);
    write(large, "b");
    try (SpoolReader reader = SpoolReader.open(file)) {
      List<SpooledRecord> batch = reader.next(100);
      assertThat(batch).isNotEmpty();
      assertThat(Lines.text(batch.getFirst())).isEqualTo(large);
    }
  }

  @Test
  void aReaderReturnsTheSameBatchUntilItIsToldToGoOn() throws Exception {
    try (Spool spool = Spool.open(file)) {
      spool.append(Lines.record("a"));
      spool.flush();
      try (SpoolReader reader = spool.reader()) {
        assertThat(reader.next(100)).hasSize(1);
        assertThat(reader.next(100)).hasSize(1);
        reader.advance();
        assertThat(reader.next(100)).isEmpty();
        spool.append(Lines.record("b"));
        spool.flush();
        assertThat(Lines.text(reader.next(100).getFirst())).isEqualTo("b");
      }
    }
  }

  @Test
  void aReaderGoesToAnyRecord() throws Exception {
    write("a", "b", "c");
    try (SpoolReader reader = SpoolReader.open(file)) {
      for (int index : new int[] {2, 0, 1, 3, 1}) {
        reader.seek(index);
        assertThat(reader.nextIndex()).isEqualTo(index);
        assertThat(reader.next(1000)).hasSize(3 - index);
      }
      reader.seek(7);
      assertThat(reader.nextIndex()).isEqualTo(3);
    }
  }

  @Test
  void recordsOfManyThreadsAreAllThereAndEachThreadsInOrder() throws Exception {
    int threads = 4;
    int records = 20_000;
    try (Spool spool = Spool.open(file)) {
      List<Thread> started = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int name = i;
        started.add(Thread.ofPlatform().start(() -> writeMany(spool, name, records)));
      }
      for (Thread thread : started) {
        thread.join();
      }
      assertThat(spool.nextIndex()).isEqualTo((long) threads * records);
    }
    List<String> texts = texts();
    assertThat(texts).hasSize(threads * records);
    for (int i = 0; i < threads; i++) {
      String own = i + " ";
      assertThat(texts.stream().filter(text -> text.startsWith(own)))
          .containsExactlyElementsOf(IntStream.range(0, records).mapToObj(n -> own + n).toList());
    }
  }

  private static void writeMany(Spool spool, int name, int records) {
    SpoolWriter writer = spool.writer();
    for (int i = 0; i < records; i++) {
      if (name == 0) {
        spool.append(Lines.record(name + " " + i));
      } else {
        byte[] record = Lines.record(name + " " + i).build().toByteArray();
        writer.begin(record.length).put(record);
        writer.end();
      }
    }
    writer.flush();
    spool.flush();
  }

  private void write(String... texts) throws IOException {
    try (Spool spool = Spool.open(file)) {
      for (String text : texts) {
        spool.append(Lines.record(text));
      }
    }
  }

  /** Bytes of a spool of these records. */
  private static long sizeOf(String... texts) {
    long bytes = SpoolFormat.HEADER_BYTES;
    for (String text : texts) {
      SpooledRecord record = Lines.record(text).setHostTimeNs(HostClock.nanos()).build();
      bytes += SpoolFormat.PREFIX_BYTES + record.getSerializedSize();
    }
    return bytes;
  }

  private List<String> texts() throws IOException {
    List<String> texts = new ArrayList<>();
    try (SpoolReader reader = SpoolReader.open(file)) {
      List<SpooledRecord> records = reader.next(1000);
      while (!records.isEmpty()) {
        records.forEach(record -> texts.add(Lines.text(record)));
        reader.advance();
        records = reader.next(1000);
      }
    }
    return texts;
  }
}
