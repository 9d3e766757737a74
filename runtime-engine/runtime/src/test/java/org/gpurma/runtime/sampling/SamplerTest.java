package org.gpurma.runtime.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpurma.runtime.ranklog.LogPressure;
import org.gpurma.runtime.records.CountersDescriptor;
import org.gpurma.runtime.records.PathCountersDescriptor;
import org.gpurma.runtime.records.WaitRecordDescriptor;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.report.SpoolReader;
import org.gpurma.wire.GpuState;
import org.gpurma.wire.PathCounters;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {

  @TempDir private Path folder;
  private final List<RankRecords> ranks =
      IntStream.range(0, 2)
          .mapToObj(
              _ ->
                  new RankRecords(
                      Arena.ofAuto().allocate(CountersDescriptor.BYTES, 64),
                      Arena.ofAuto().allocate(WaitRecordDescriptor.BYTES, 64)))
          .toList();

  private void set(int rank, int offset, long value) {
    ranks.get(rank).counters().set(ValueLayout.JAVA_LONG, offset, value);
  }

  private static int at(int path, int offset) {
    return CountersDescriptor.PATHS_OFFSET + path * PathCountersDescriptor.BYTES + offset;
  }

  /** The samples that are taken before and after, an hour apart. */
  private List<Sample> samples(Optional<GpuState> gpu, Runnable between) throws Exception {
    Path file = folder.resolve("0.spool");
    try (Spool spool = Spool.open(file)) {
      try (Sampler sampler =
          new Sampler(ranks, new LogPressure(256), () -> gpu, spool, Duration.ofHours(1))) {
        sampler.start();
        while (spool.nextIndex() == 0) {
          Thread.onSpinWait();
        }
        between.run();
      }
      return read(spool);
    }
  }

  private static List<Sample> read(Spool spool) throws IOException {
    List<Sample> samples = new ArrayList<>();
    try (SpoolReader reader = spool.reader()) {
      for (SpooledRecord record : reader.next(1 << 20)) {
        samples.add(record.getSample());
      }
    }
    return samples;
  }

  @Test
  void aProcessSaysAtItsBeginningAndAtItsEndWhatAllItsRanksHaveDone() throws Exception {
    List<Sample> samples =
        samples(
            Optional.empty(),
            () -> {
              for (int rank = 0; rank < 2; rank++) {
                set(rank, at(PathCountersDescriptor.PEER, PathCountersDescriptor.PUTS_OFFSET), 5);
                set(rank, at(PathCountersDescriptor.NETWORK, 40), 7);
                set(rank, CountersDescriptor.BARRIERS_OFFSET, 3);
                set(rank, CountersDescriptor.LOG_STALLS_OFFSET, 2);
                set(rank, CountersDescriptor.UNMATCHED_HIGH_WATER_OFFSET, 4 + rank);
                set(rank, CountersDescriptor.WAIT_NS_OFFSET, 1000 + rank);
              }
            });

    assertThat(samples).hasSize(2);
    assertThat(samples.getFirst().getBarriers()).isZero();
    Sample last = samples.getLast();
    assertThat(last.getPathsList())
        .containsExactly(
            PathCounters.newBuilder().setPath(org.gpurma.wire.Path.DEVICE_LOCAL).build(),
            PathCounters.newBuilder().setPath(org.gpurma.wire.Path.PEER).setPuts(10).build(),
            PathCounters.newBuilder()
                .setPath(org.gpurma.wire.Path.HOST_NETWORK)
                .setNotificationsMatched(14)
                .build());
    assertThat(last.getBarriers()).isEqualTo(6);
    assertThat(last.getUnmatchedHighWater()).isEqualTo(5);
    assertThat(last.getRankWaitNsList()).containsExactly(1000L, 1001L);
    assertThat(last.getLogQueues().getStalls()).isEqualTo(4);
    assertThat(last.getLogQueues().getCapacity()).isEqualTo(256);
    assertThat(last.hasGpu()).isFalse();
  }

  @Test
  void aProcessSaysWhatItTakesOfItsNode() throws Exception {
    var host = samples(Optional.empty(), () -> {}).getLast().getHost();

    assertThat(host.getCpuNs()).isPositive();
    assertThat(host.getResidentBytes()).isGreaterThan(host.getHeapUsedBytes());
    assertThat(host.getHeapUsedBytes()).isPositive().isLessThanOrEqualTo(host.getHeapMaxBytes());
  }

  @Test
  void whatTheDriverSaysOfTheGpuIsPassedOn() throws Exception {
    GpuState gpu = GpuState.newBuilder().setTemperatureCelsius(61).build();

    assertThat(samples(Optional.of(gpu), () -> {}).getLast().getGpu()).isEqualTo(gpu);
  }

  @Test
  void notificationsAreSortedByTheMeanWaitOfTheirRankSinceTheSampleBefore() throws Exception {
    int matched =
        at(PathCountersDescriptor.DEVICE, PathCountersDescriptor.NOTIFICATIONS_MATCHED_OFFSET);
    var waits =
        samples(
                Optional.empty(),
                () -> {
                  set(0, matched, 10);
                  set(0, CountersDescriptor.WAIT_NS_OFFSET, 10_000);
                  set(1, CountersDescriptor.WAIT_NS_OFFSET, 5_000_000);
                })
            .getLast()
            .getWaits();

    assertThat(waits.getCounts(waits.getUpperBoundsNsList().indexOf(1000L))).isEqualTo(10);
    assertThat(waits.getCountsList().stream().mapToLong(Long::longValue).sum()).isEqualTo(10);
    assertThat(waits.getSumNs()).isEqualTo(10_000);
    assertThat(waits.getCountsCount()).isEqualTo(waits.getUpperBoundsNsCount() + 1);
  }

  @Test
  void aWaitBeyondAllBoundsIsInTheLastBucket() {
    WaitBuckets buckets = new WaitBuckets();
    buckets.add(2, Duration.ofMinutes(1).toNanos());
    buckets.add(3, 0);

    assertThat(buckets.message().getCountsList().getLast()).isEqualTo(2);
    assertThat(buckets.message().getCountsList().getFirst()).isEqualTo(3);
  }

  @Test
  void theLongerAProcessRunsTheLessOftenItIsSampled() {
    SamplePeriod period = new SamplePeriod(Duration.ofSeconds(1));
    long day = Duration.ofDays(1).toNanos();
    long elapsed = 0;
    int samples = 0;
    while (elapsed < day) {
      long next = period.nextNanos();
      assertThat(next).isLessThanOrEqualTo(Duration.ofSeconds(16).toNanos());
      elapsed += next;
      samples++;
    }

    assertThat(samples).isLessThan(8000);
  }
}
