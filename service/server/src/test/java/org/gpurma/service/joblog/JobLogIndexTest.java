package org.gpurma.service.joblog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobLogIndexTest extends JobLogFixture {
  @Test
  void any_line_rank_and_time_of_a_large_log_is_found() throws IOException {
    JobLog log = large();
    assertThat(Files.size(index)).isPositive();
    log.seal();
    JobLog reopened = JobLog.open(file);
    for (JobLog open : List.of(log, reopened)) {
      assertThat(open.lines()).isEqualTo(400 * 16 * 5 + 6);
      assertThat(open.nextIndex(0)).isEqualTo(400 * 16 + 2);
      assertThat(texts(open, 0, new LogFilter(IdSet.of(16L), Set.of())))
          .containsExactly("16:0", "16:1", "16:2", "16:3", "16:4", "16:5");
      assertThat(texts(open, 20_000, new LogFilter(IdSet.of(16L), Set.of())))
          .containsExactly("16:3", "16:4", "16:5");
      assertThat(texts(open, 0, new LogFilter(IdSet.of(7L), Set.of())))
          .isEqualTo(IntStream.range(0, 2000).mapToObj(i -> "7:" + i).toList());
      assertThat(texts(open, 0, new LogFilter(IdSet.of(99L), Set.of()))).isEmpty();
      assertThat(texts(open, 0, new LogFilter(IdSet.ALL, Set.of(Channel.SERVICE)))).isEmpty();
      var late = new LogFilter(IdSet.of(2L), Set.of(), Instant.ofEpochMilli(398));
      assertThat(texts(open, 0, late))
          .isEqualTo(IntStream.range(1990, 2000).mapToObj(i -> "2:" + i).toList());
      assertThat(lines(open, 31_000, LogFilter.ALL).getFirst().cursor()).isEqualTo(31_001);
    }
  }

  @Test
  void an_index_that_is_missing_or_wrong_is_made_anew() throws IOException {
    JobLog whole = large();
    whole.seal();
    List<String> texts = texts(whole, 0, LogFilter.ALL);
    byte[] bytes = Files.readAllBytes(index);
    long seed = new Random().nextLong();
    Random random = new Random(seed);

    for (int round = 0; round < 30; round++) {
      byte[] damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      if (damaged.length > 16) {
        damaged[random.nextInt(16, damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(index, damaged);
      JobLog log = JobLog.open(file);
      assertThat(texts(log, 0, LogFilter.ALL)).as("seed %d", seed).isEqualTo(texts);
      assertThat(log.nextIndex(0)).as("seed %d", seed).isEqualTo(400 * 16 + 2);
      log.seal();
      assertThat(Files.readAllBytes(index)).as("seed %d", seed).isEqualTo(bytes);
    }
  }
}
