package org.gpurma.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What the running service tells Prometheus, while one job runs, another waits and a third has
 * ended; and that whoever relies on it names nothing that is not there.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScrapeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();
  private static final Path DASHBOARD = ROOT.resolve("deploy/grafana/gpurma.json");
  private static final Path ALERTS = ROOT.resolve("deploy/prometheus/alerts.yml");
  private static final Pattern ROW =
      Pattern.compile("\\| `(gpurma_\\w+)` \\| (\\w+) \\| ([^|]*) \\| ([^|]*) \\| ([^|]+) \\|");

  @TempDir private static Path folder;
  private final FakeLauncher launcher = new FakeLauncher();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final BlockingQueue<String> pushed = new LinkedBlockingQueue<>();
  private HttpServer collector;
  private RunningService service;
  private Api api;
  private String running;
  private Scrape scrape;

  @BeforeAll
  void start() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/metrics",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          pushed.add(new String(body, StandardCharsets.ISO_8859_1));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    service =
        new RunningService(
            folder.resolve("data"),
            TestBundle.in(folder),
            launcher,
            "--management.otlp.metrics.export.enabled=true",
            "--management.otlp.metrics.export.step=1s",
            "--management.otlp.metrics.export.url=http://127.0.0.1:"
                + collector.getAddress().getPort()
                + "/v1/metrics");
    api = service.api();
    runJobs();
    service.beans(MetricsRefresh.class).forEach(MetricsRefresh::now);
    scrape = Scrape.of(api.get("/actuator/prometheus").body());
  }

  private void runJobs() {
    launcher.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          processes.forEach(FakeProcess::greet);
          processes.forEach(process -> process.sample(5));
          processes.forEach(FakeProcess::finish);
          return 0;
        });
    api.ended(api.submitted(Specs.HELLO));
    launcher.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          processes.forEach(process -> process.sample(10));
          mayEnd.await();
          processes.forEach(FakeProcess::greet);
          processes.forEach(FakeProcess::finish);
          return 0;
        });
    running = api.submitted(Specs.HELLO);
    api.awaitState(running, "RUNNING");
    api.submitted(Specs.HELLO);
    api.await(
        running, _ -> api.get("/actuator/prometheus").body().contains("gpurma_gpu_power_watts{"));
  }

  @AfterAll
  void stop() {
    mayEnd.countDown();
    service.close();
    collector.stop(0);
  }

  @Test
  void the_documented_series_are_those_that_are_there_with_their_types_and_labels()
      throws IOException {
    Map<String, String> documented = new TreeMap<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/metrics.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        documented.put(
            row.group(1),
            row.group(2)
                + " of "
                + row.group(3)
                + " by "
                + row.group(4).replace("`", "")
                + ": "
                + row.group(5));
      }
    }
    Map<String, String> there = new TreeMap<>();
    scrape
        .types()
        .forEach(
            (name, type) -> {
              if (name.startsWith("gpurma_") && !(type.equals("gauge") && name.endsWith("_max"))) {
                there.put(
                    name,
                    type
                        + " of "
                        + unit(name)
                        + " by "
                        + String.join(", ", labels(name, type))
                        + ": "
                        + scrape.help().get(name));
              }
            });

    assertThat(documented).isEqualTo(there);
  }

  private Set<String> labels(String name, String type) {
    Set<String> labels =
        new TreeSet<>(scrape.labelsOf(type.equals("histogram") ? name + "_bucket" : name));
    labels.remove("le");
    return labels;
  }

  /** By Prometheus's convention the unit is the end of the name. */
  private static String unit(String name) {
    String base = name.endsWith("_total") ? name.substring(0, name.length() - 6) : name;
    return Stream.of("seconds", "bytes", "watts", "joules", "celsius", "hertz", "ratio")
        .filter(unit -> base.endsWith("_" + unit))
        .findFirst()
        .orElse("");
  }

  @Test
  void names_follow_the_convention() {
    scrape
        .types()
        .forEach(
            (name, type) -> {
              if (name.startsWith("gpurma_")) {
                assertThat(name.endsWith("_total")).as(name).isEqualTo(type.equals("counter"));
                assertThat(name).doesNotContain("_ms", "_millis", "_percent", "_mib");
              }
            });
  }

  @Test
  void what_a_job_does_is_told_with_the_job_and_of_all_jobs_together() {
    assertThat(
            scrape.value(
                "gpurma_process_rma_operations_total",
                "job_id",
                running,
                "process",
                "1",
                "path",
                "host-network"))
        .isEqualTo(10 * ranks());
    assertThat(
            scrape.value("gpurma_rma_operations_total", "path", "host-network", "operation", "put"))
        .isEqualTo(2 * 15 * ranks());
    assertThat(scrape.value("gpurma_rma_notification_wait_seconds_count"))
        .isEqualTo(2 * 15 * ranks());
    assertThat(scrape.value("gpurma_jobs", "project", "default", "state", "queued")).isEqualTo(1);
    assertThat(scrape.value("gpurma_jobs", "state", "running")).isEqualTo(1);
    assertThat(scrape.value("gpurma_gpus", "state", "held")).isEqualTo(2);
    assertThat(scrape.value("gpurma_job_transitions_total", "state", "queued")).isEqualTo(3);
    assertThat(scrape.value("gpurma_jobs_ended_total", "result", "succeeded")).isEqualTo(1);
    assertThat(scrape.value("gpurma_launch_seconds_count")).isEqualTo(2);
    assertThat(scrape.value("gpurma_teardown_seconds_count")).isEqualTo(1);
    assertThat(scrape.value("gpurma_log_store_size_bytes")).isPositive();
    assertThat(scrape.value("gpurma_ingest_bytes_total")).isPositive();
    assertThat(scrape.value("gpurma_scheduler_placed_jobs_total")).isEqualTo(2);
  }

  private double ranks() {
    return api.job(running).at("/status/processes/0/rankCount").asDouble();
  }

  @Test
  void only_series_of_the_job_that_runs_name_a_job() {
    assertThat(
            scrape.series().stream()
                .map(series -> series.labels().get("job_id"))
                .filter(job -> job != null)
                .collect(Collectors.toSet()))
        .containsExactly(running);
  }

  @Test
  void the_dashboard_names_only_what_is_there() throws IOException {
    JsonNode dashboard = new JsonMapper().readTree(Files.readString(DASHBOARD));
    List<String> expressions = new ArrayList<>();
    dashboard.findValues("expr").forEach(expr -> expressions.add(expr.asString()));
    dashboard
        .at("/templating/list")
        .forEach(
            variable -> {
              if (variable.path("type").asString().equals("datasource")) {
                return;
              }
              Matcher query =
                  Pattern.compile("label_values\\((.+), *(\\w+)\\)")
                      .matcher(variable.path("definition").asString());
              assertThat(query.matches()).isTrue();
              expressions.add("count by (" + query.group(2) + ") (" + query.group(1) + ")");
            });

    assertThat(expressions).hasSizeGreaterThan(20);
    expressions.forEach(this::verify);
  }

  @Test
  void the_alerts_name_only_what_is_there() throws IOException {
    JsonNode rules = new YAMLMapper().readTree(Files.readString(ALERTS)).at("/groups/0/rules");

    assertThat(rules.size()).isGreaterThan(5);
    for (JsonNode rule : rules) {
      verify(rule.path("expr").asString());
      assertThat(rule.at("/annotations/summary").asString()).isNotBlank();
      assertThat(rule.at("/labels/severity").asString()).isIn("warning", "critical");
    }
  }

  private void verify(String expression) {
    assertThat(new PromQl(expression).complaints(scrape)).as(expression).isEmpty();
  }

  @Test
  void metrics_are_pushed_to_a_collector_where_that_is_turned_on() throws InterruptedException {
    String body = "";
    while (body != null && !body.contains("gpurma.rma.operations")) {
      body = pushed.poll(30, TimeUnit.SECONDS);
    }

    assertThat(body).as("a batch of the series").isNotNull().contains("service.name");
  }
}
