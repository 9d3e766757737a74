package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.Gap;
import org.gpurma.service.joblog.Level;
import org.gpurma.service.joblog.LineView;
import org.gpurma.service.joblog.LogLine;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class LineJsonTest {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private final LineJson json = new LineJson();

  private void check(LogLine line, String words) {
    var bytes = new Bytes(1);
    json.append(LineView.of(line), bytes);
    assertThat(new String(bytes.toArray(), StandardCharsets.UTF_8))
        .as(words)
        .isEqualTo(MAPPER.writeValueAsString(line));
  }

  @Test
  void a_line_is_written_as_the_mapper_writes_it() {
    check(
        new LogLine(
            1, Channel.SERVICE, Level.INFO, null, null, null, null, Instant.EPOCH, "", null),
        "empty");
    var time = Instant.parse("2026-01-31T12:00:00.120Z");
    check(
        new LogLine(
            Long.MAX_VALUE,
            Channel.RANK,
            Level.ERROR,
            4L,
            2,
            7L,
            -1L,
            time,
            "a\"b\\\n\u0001\u20ac",
            new Gap(Gap.Of.LOG, 3, null)),
        "all");
  }

  @Test
  void any_line_is_written_as_the_mapper_writes_it() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 5000; i++) {
      Long number = random.nextInt(5) == 0 ? null : random.nextLong();
      var time = Instant.ofEpochSecond(random.nextInt(), random.nextInt(3) * 1_000_250L);
      var text = new StringBuilder();
      for (int left = random.nextInt(30); left > 0; left--) {
        text.appendCodePoint(codePoint(random));
      }
      Channel channel = Channel.values()[random.nextInt(Channel.values().length)];
      check(
          new LogLine(
              random.nextLong(),
              channel,
              Level.values()[random.nextInt(Level.values().length)],
              number,
              number == null ? null : number.intValue(),
              number,
              number,
              time,
              text.toString(),
              number == null ? new Gap(Gap.Of.RANK, random.nextLong(), random.nextLong()) : null),
          "seed " + seed);
    }
  }

  private static int codePoint(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(0x20);
      case 1 -> random.nextInt(0x20, 0x80);
      case 2 -> random.nextInt(0x80, 0xd800);
      default -> random.nextInt(0x10000, 0x11000);
    };
  }
}
