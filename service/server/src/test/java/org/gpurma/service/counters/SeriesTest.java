package org.gpurma.service.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static final long BEGIN = 1_700_000_000_123L;

  private final Series series = new Series();

  private void add(int process, long after, double waited) {
    double[] values = new double[Column.COUNT];
    values[Column.WAIT_SECONDS.ordinal()] = waited;
    series.add(process, BEGIN + after, values);
  }

  private List<Double> waited() {
    return series.points().stream().map(point -> point.get(Column.WAIT_SECONDS)).toList();
  }

  private List<Long> times() {
    return series.points().stream().map(point -> point.at() - BEGIN).toList();
  }

  @Test
  void a_short_job_has_a_point_at_its_beginning_and_one_at_its_end() {
    add(0, 0, 0);
    add(0, 300, 7);

    assertThat(times()).containsExactly(0L, 300L);
    assertThat(waited()).containsExactly(0.0, 7.0);
  }

  @Test
  void processes_are_added_up_also_where_the_samples_of_one_come_late() {
    add(0, 0, 1);
    add(0, 1000, 2);
    add(0, 2000, 3);
    add(0, 3000, 4);
    add(1, 900, 10);
    add(1, 2900, 20);

    assertThat(waited()).containsExactly(1.0, 12.0, 13.0, 24.0);
  }

  @Test
  void moments_without_a_sample_are_as_the_one_before() {
    add(0, 0, 1);
    add(0, 3400, 5);

    assertThat(times()).containsExactly(0L, 1000L, 2000L, 3000L, 3400L);
    assertThat(waited()).containsExactly(1.0, 1.0, 1.0, 1.0, 5.0);
  }

  @Test
  void a_long_job_keeps_no_more_points_and_their_totals_stay_true() {
    long seconds = 10_000;
    for (long second = 0; second <= seconds; second++) {
      add(0, 1000 * second, second);
      add(1, 1000 * second + 5, second);
    }

    assertThat(series.points().size()).isBetween(Series.MOST_POINTS / 2, Series.MOST_POINTS);
    assertThat(series.intervalMillis()).isEqualTo(32_000);
    for (Series.Point point : series.points()) {
      double elapsed = (point.at() - BEGIN) / 1e3;
      assertThat(point.get(Column.WAIT_SECONDS)).isBetween(2 * elapsed - 3, 2 * elapsed);
    }
  }

  @Test
  void however_samples_come_totals_that_never_fall_are_drawn_so_and_end_at_their_sum() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new Random(seed);
    int processes = 5;
    long[] at = new long[processes];
    double[] total = new double[processes];
    for (int i = 0; i < 5000; i++) {
      int process = random.nextInt(processes);
      at[process] += random.nextLong(20_000);
      total[process] += random.nextInt(10);
      add(process, at[process], total[process]);
    }

    assertThat(series.points().size()).isLessThanOrEqualTo(Series.MOST_POINTS);
    assertThat(waited()).isSorted();
    assertThat(times()).isSorted().doesNotHaveDuplicates();
    assertThat(waited().getLast()).isEqualTo(total[0] + total[1] + total[2] + total[3] + total[4]);
  }
}
