package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * The benchmarks that come with the service, small, on the emulator: every one measures all it
 * should.
 */
class BenchJobsTest {
  private static final Path JOB_SPECS = Path.of(System.getProperty("gpurma.test.job-specs"));

  @TempDir private static Path folder;
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() {
    service =
        new RunningService(
            folder.resolve("data"),
            Path.of(System.getProperty("gpurma.test.bundle")),
            null,
            "--gpurma.job-specs=" + JOB_SPECS);
    api = service.api();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static JsonNode run(String job, String settings) throws IOException {
    String query = "?folder=" + job;
    for (String setting : settings.split(" ")) {
      query += "&set=" + setting;
    }
    HttpResponse<String> response =
        api.submit(Files.readString(JOB_SPECS.resolve(job).resolve("job.yaml")), query);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return api.ended(Api.json(response).path("id").asString());
  }

  private static List<JsonNode> rows(JsonNode job) {
    String path = "/api/v1/jobs/" + job.path("id").asString() + "/outputs/results.json";
    return Api.json(api.get(path)).valueStream().toList();
  }

  private static void isMeasured(JsonNode row) {
    var median = assertThat(row.path("median").asDouble());
    // A difference of two times, and 0 where it is lost in what they vary by.
    if (row.path("operation").asString().equals("halo_busy")) {
      median.isNotNegative();
    } else {
      median.isPositive();
    }
  }

  private static Set<String> subjects(List<JsonNode> rows) {
    return rows.stream()
        .map(row -> row.path("operation").asString() + " " + row.path("path").asString())
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bench-put|rounds=2 repetitions=1 ranksPerGpu=2|36|put_notify device,put_notify peer,put_count peer,"
            + "put_flush peer,put_stream peer,notify peer,count peer,put_notify_ahead_64 peer,"
            + "put_notify_any peer",
        "bench-put|rounds=2 repetitions=1 ranksPerGpu=2 largest=16384 path=network|30|put_notify device,"
            + "put_notify network,put_count network,put_flush network,put_notify_any network",
        "bench-put|rounds=2 repetitions=1 ranksPerGpu=2 largest=8 gpus=1 kernel=no-counters.cu|15|"
            + "put_notify device,count device",
        "bench-get|rounds=2 repetitions=1 ranksPerGpu=2|20|get_flush device,get_flush peer,get_stream peer",
        "bench-ranks|rounds=2 repetitions=1 large=65536|16|put_rate device,put_rate peer,"
            + "put_bandwidth device,put_bandwidth peer",
        "bench-barrier|rounds=2 repetitions=1|2|barrier_device device,barrier_world peer",
        "calibrate|rounds=2 repetitions=1|8|put_notify device,put_notify peer,memory_copy device",
        "bench-log|lines=10 burst=5 repetitions=1|4|log_burst host,log_sustained host",
      })
  void a_benchmark_measures_all_it_should(
      String name, String settings, int fewestRows, String subjects) throws IOException {
    JsonNode job = run(name, settings);

    assertThat(job.at("/status/state").asString()).as(job.toPrettyString()).isEqualTo("SUCCEEDED");
    List<JsonNode> rows = rows(job);
    assertThat(rows).hasSizeGreaterThanOrEqualTo(fewestRows);
    assertThat(rows)
        .allSatisfy(BenchJobsTest::isMeasured)
        .allSatisfy(row -> assertThat(row.path("unit").asString()).isIn("us", "GB/s", "M/s"));
    assertThat(subjects(rows)).contains(subjects.split(","));
  }
}
