package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.joblog.IdSet;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.gpurma.wire.LogLines;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogStreamTest {
  private static final LogEnd END = new LogEnd("SUCCEEDED", 1, null);

  private static final int RANKS = 5;
  private static final List<LogFilter> FILTERS =
      List.of(
          LogFilter.ALL,
          new LogFilter(IdSet.of(3L), Set.of()),
          new LogFilter(IdSet.ALL, Set.of(Channel.SERVICE)));

  @TempDir private Path folder;

  private final LogTails tails = new LogTails();
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private JobLog log;
  private long sequence;

  @BeforeEach
  void open() {
    System.out.println("LogStreamTest seed " + seed);
    log = JobLog.open(folder.resolve("log"));
  }

  /** What a client asked for. */
  private record Request(LogFilter filter, LogFormat format, long after) {

    LogStream stream(JobLog log, OutputStream out) {
      return new LogStream(log, filter, format, out, after);
    }
  }

  private record Following(Request request, Future<String> received) {}

  /** A client that reads slowly at first. */
  private static final class SlowClient extends OutputStream {
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private int slowWrites;

    SlowClient(int slowWrites) {
      this.slowWrites = slowWrites;
    }

    @Override
    public void write(int value) {
      received.write(value);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      if (slowWrites-- > 0) {
        pause(20);
      }
      received.write(bytes, from, count);
    }

    String text() {
      return received.toString(StandardCharsets.UTF_8);
    }
  }

  @Test
  void followers_who_share_a_tail_get_what_each_would_get_alone() throws Exception {
    List<Following> followings = new ArrayList<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 60; i++) {
        append(random.nextInt(1000));
        Request request = request();
        followings.add(new Following(request, clients.submit(follower(request))));
        pause(random.nextInt(20));
      }
      log.seal();
    }
    assertThat(log.lines()).as("lines, some tails long").isGreaterThan(20_000);
    for (Following following : followings) {
      String expected = alone(following.request()) + following.request().format().end(END);
      assertThat(firstDifference(following.received().get(), expected))
          .as("first wrong byte of %s, seed %d", following.request(), seed)
          .isEqualTo(-1);
    }
  }

  @Test
  void a_follower_who_takes_too_long_is_cut_off_with_the_cursor_to_come_back_with()
      throws Exception {
    append(3000);
    var client = new SlowClient(1000);
    new LogStream(
            log,
            LogFilter.ALL,
            LogFormat.EVENTS,
            client,
            0,
            new LogStream.Pace(Duration.ofMinutes(1), Duration.ofMillis(10)))
        .follow(tails, () -> true, () -> END);

    String received = client.text();
    int cut = received.indexOf("event: cut\ndata: {\"after\":");
    assertThat(cut).as("where it is cut off").isPositive();
    long after = Long.parseLong(received.substring(cut).replaceAll("(?s)\\D*(\\d+).*", "$1"));
    assertThat(after).isBetween(1L, log.lines() - 1);
    log.seal();
    var back = new SlowClient(0);
    new LogStream(log, LogFilter.ALL, LogFormat.EVENTS, back, after)
        .follow(tails, () -> true, () -> END);
    String whole =
        alone(new Request(LogFilter.ALL, LogFormat.EVENTS, 0)) + LogFormat.EVENTS.end(END);
    assertThat(received.substring(0, cut) + back.text()).isEqualTo(whole);
  }

  @Test
  void a_follower_of_a_silent_log_hears_heartbeats_and_then_the_end() throws Exception {
    append(10);
    var pace = new LogStream.Pace(Duration.ofMillis(20), Duration.ofMinutes(1));
    var client = new SlowClient(0);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      clients.submit(
          () -> {
            new LogStream(log, LogFilter.ALL, LogFormat.EVENTS, client, log.lines(), pace)
                .follow(tails, () -> true, () -> END);
            return null;
          });
      Instant deadline = Instant.now().plusSeconds(30);
      while (client.text().split(": still here").length < 4) {
        assertThat(Instant.now()).as(client.text()).isBefore(deadline);
        pause(5);
      }
      log.seal();
    }
    assertThat(client.text())
        .matches("(?s)(: still here\n\n){3,}" + Pattern.quote(LogFormat.EVENTS.end(END)));
  }

  private static int firstDifference(String one, String other) {
    return Arrays.mismatch(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  private Request request() {
    return new Request(
        FILTERS.get(random.nextInt(FILTERS.size())),
        LogFormat.values()[random.nextInt(LogFormat.values().length)],
        random.nextBoolean() ? log.lines() : random.nextLong(log.lines() + 1));
  }

  private Callable<String> follower(Request request) {
    var client = new SlowClient(random.nextInt(3) == 0 ? 40 : 0);
    return () -> {
      request.stream(log, client).follow(tails, () -> true, () -> END);
      return client.text();
    };
  }

  private String alone(Request request) throws IOException {
    var client = new SlowClient(0);
    request.stream(log, client).copy(Long.MAX_VALUE);
    return client.text();
  }

  private void append(int lines) {
    List<Entry> entries = new ArrayList<>();
    int left = lines;
    while (left > 0) {
      int count = 1 + random.nextInt(Math.min(left, 300));
      entries.add(block(random.nextInt(RANKS), count));
      left -= count;
    }
    log.append(entries);
    log.write(Channel.SERVICE, "after " + lines);
  }

  private Entry block(int rank, int count) {
    LogLines.Builder lines = LogLines.newBuilder().setRank(rank).setFirstSequence(sequence);
    for (int i = 0; i < count; i++) {
      lines.addTexts(ByteString.copyFromUtf8("line " + sequence++));
    }
    return Entry.sent(0, SpooledRecord.newBuilder().setLines(lines).build());
  }

  private static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
