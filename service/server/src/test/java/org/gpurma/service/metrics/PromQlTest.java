package org.gpurma.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromQlTest {
  private static final Scrape SCRAPE =
      Scrape.of(
          """
          # TYPE a_total counter
          a_total{path="peer",job="x"} 1.0
          # TYPE b_seconds histogram
          b_seconds_bucket{le="+Inf"} 3
          """);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum by (path) (rate(a_total{job=~\"$job\", path!=\"near\"}[$__rate_interval]))",
        "histogram_quantile(0.99, sum by (le) (rate(b_seconds_bucket[5m]))) > 1.5e-3",
        "a_total * on (job) group_left (path) a_total offset 1h or vector(0)"
      })
  void what_is_there_may_be_named(String expression) {
    assertThat(new PromQl(expression).complaints(SCRAPE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rate(c_total[5m]); there is no metric c_total",
        "a_total{node=\"x\"}; a_total has no label node",
        "sum by (gpu) (a_total); no series here has the label gpu",
        "summ(a_total); there is no function summ",
        "sum(a_total; is missing",
        "sum(a_total)); too many",
        "a_total{job}; no matcher behind job",
        "a_total ? 1; no token at",
        "vector(1); it names no metric"
      })
  void everything_else_is_found(String expression, String complaint) {
    assertThat(new PromQl(expression).complaints(SCRAPE))
        .anySatisfy(found -> assertThat(found).contains(complaint));
  }

  @Test
  void labels_are_read_with_all_that_may_be_in_them() {
    Scrape.Series one = Scrape.of("m{a=\"x, y=\\\"z\\\"\",b=\"{}\"} 2.5E-3\n").series().getFirst();

    assertThat(one.labels()).containsEntry("a", "x, y=\\\"z\\\"").containsEntry("b", "{}");
    assertThat(one.value()).isEqualTo(0.0025);
  }
}
