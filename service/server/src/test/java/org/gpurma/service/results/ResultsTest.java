package org.gpurma.service.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpurma.service.job.CheckReport;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.ResultsSpec;
import org.gpurma.service.testing.FakeProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  private static final ResultsSpec SPEC = new ResultsSpec(null, List.of("name", "value"), false);

  @TempDir private Path folder;
  private JobLog log;

  @BeforeEach
  void open() {
    log = JobLog.open(folder.resolve("log"));
  }

  private void logged(int rank, String text) {
    log.append(List.of(Entry.sent(0, FakeProcess.line(rank, 0, text).build())));
  }

  private CheckReport.Result collect(ResultsSpec spec) throws IOException {
    return Results.collect(spec, JobSpec.Model.GPURMA, log, folder.resolve("out"));
  }

  private String file(String name) throws IOException {
    return Files.readString(folder.resolve("out").resolve(name));
  }

  @Test
  void rows_of_all_ranks_come_in_the_order_of_the_log_under_their_columns() throws IOException {
    logged(0, "csv put, 1.5");
    logged(3, "that was fast");
    logged(3, "csv get,1e+06\n");
    log.write(Channel.SERVICE, "csv not, a rank");

    assertThat(collect(SPEC))
        .isEqualTo(new CheckReport.Result("results", true, "2 rows of 2 columns in results.csv"));
    assertThat(file("results.csv")).isEqualTo("name,value\nput,1.5\nget,1e+06\n");
    assertThat(file("results.json"))
        .isEqualTo("[{\"name\":\"put\",\"value\":1.5},{\"name\":\"get\",\"value\":1e+06}]");
  }

  @Test
  void what_is_no_number_is_text_and_quotes_are_doubled() throws IOException {
    logged(0, "csv a \"b\",nan");
    logged(0, "csv ,007");

    collect(SPEC);

    assertThat(file("results.csv")).endsWith("\"a \"\"b\"\"\",nan\n,007\n");
    assertThat(file("results.json")).contains("\"value\":\"nan\"", "\"value\":\"007\"");
  }

  @Test
  void a_row_that_does_not_fit_its_columns_is_left_out_and_named() throws IOException {
    logged(0, "csv put,1");
    logged(7, "csv put,1,2");

    CheckReport.Result result = collect(SPEC);

    assertThat(result.passed()).isFalse();
    assertThat(result.detail()).contains("1 rows", "left out 1", "rank 7", "csv put,1,2");
    assertThat(file("results.csv").lines()).hasSize(2);
  }

  @Test
  void no_row_at_all_does_not_pass() throws IOException {
    logged(0, "csv put,1");

    CheckReport.Result result = collect(new ResultsSpec("row:", List.of("name", "value"), false));

    assertThat(result.passed()).isFalse();
    assertThat(result.detail()).contains("no rank logged", "'row:'");
  }
}
