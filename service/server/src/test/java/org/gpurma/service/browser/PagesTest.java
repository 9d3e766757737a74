package org.gpurma.service.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.ModelledJobs;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages around a job, of a service whose processes are played. */
class PagesTest {
  private static final int LINES = 1_000_000;
  private static final int CHUNK = 20_000;

  @TempDir static Path folder;
  private static final FakeLauncher LAUNCHER = new FakeLauncher();
  private static RunningService service;
  private static Api api;

  private Chromium chromium;

  @BeforeAll
  static void start() {
    service = new RunningService(folder.resolve("data"), TestBundle.in(folder), LAUNCHER);
    api = service.api();
    api.awaitSchedulableNodes();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void openBrowser() {
    chromium = new Chromium();
  }

  @AfterEach
  void nothingWentWrongInThePage() {
    assertThat(chromium.complaints()).isEmpty();
    chromium.close();
  }

  @Test
  void a_log_of_a_million_lines_shows_the_right_ones_wherever_it_is_scrolled()
      throws InterruptedException {
    var written = new CountDownLatch(1);
    LAUNCHER.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          written.await();
          processes.forEach(FakeProcess::greet);
          processes.forEach(FakeProcess::finish);
          return 0;
        });
    String job = api.submitted(Specs.HELLO);
    api.awaitState(job, "RUNNING");
    JobLog log =
        service.beans(JobLogs.class).iterator().next().of(new AttemptId(new JobId(job), 1));
    long before = log.lines();
    for (int first = 1; first < LINES; first += CHUNK) {
      log.writeLines(
          Channel.LAUNCHER,
          IntStream.range(first, first + CHUNK).mapToObj(number -> "line " + number).toList());
    }
    written.countDown();
    api.ended(job);

    Page page = chromium.open(1440, 1100, ColorScheme.LIGHT);
    page.navigate(api.url() + "/jobs/" + job);
    assertThat(page.locator(".line-count")).hasText("%,d lines".formatted(log.lines()));
    assertThat(page.locator(".line").last().locator(".text")).hasText("job succeeded");

    Locator lines = page.locator(".log-lines");
    lines.press("Home");
    assertThat(page.locator(".line").nth((int) before).locator(".text")).hasText("line 1");

    lines.evaluate("lines => { lines.scrollTop = lines.scrollHeight / 2; }");
    assertThat(page.locator(".line").first().locator(".text"))
        .hasText(Pattern.compile("line 49\\d{4}|line 50\\d{4}"));
    assertConsecutive(page);
    lines.hover();
    page.mouse().wheel(0, 600);
    page.waitForTimeout(400);
    assertConsecutive(page);

    page.navigate(api.url() + "/jobs/" + job + "#L" + (before + 765_432));
    page.reload();
    assertThat(page.locator(".line.picked .text")).hasText("line 765432");
    page.getByRole(AriaRole.SEARCHBOX).fill("line 77777");
    assertThat(page.locator(".match")).containsText("of 11");
    page.getByLabel("Show only these ranks").fill("3");
    page.getByLabel("Show only these ranks").press("Enter");
    assertThat(page.locator(".line")).hasCount(1);
    lines.press("End");
    assertThat(page.locator(".line .text")).hasText("Hello World! I am rank 3/16.");
  }

  @Test
  void a_running_job_shows_what_its_ranks_do_and_then_where_it_failed() throws Exception {
    var handed = new CompletableFuture<List<FakeProcess>>();
    var exit = new CompletableFuture<Integer>();
    LAUNCHER.play(
        processes -> {
          handed.complete(processes);
          return exit.join();
        });
    String job = api.submitted(Specs.HELLO);
    List<FakeProcess> processes = handed.get(1, TimeUnit.MINUTES);
    processes.forEach(FakeProcess::start);
    Page page = chromium.open(1440, 1100, ColorScheme.LIGHT);
    page.navigate(api.url() + "/jobs/" + job);
    assertThat(page.locator(".stream")).hasText("live");

    Instant begin = Instant.now();
    for (int second = 0; second < 6; second++) {
      for (FakeProcess process : processes) {
        process.sample(1000L * second * second, begin.plusSeconds(second));
      }
    }
    assertThat(chart(page, "RMA operations")).containsText("host-network 144 k/s");
    assertThat(chart(page, "RMA bytes")).containsText("1.15 MB/s");
    page.getByLabel("Colour of the ranks").selectOption("wait");
    assertThat(page.locator(".rank-legend")).hasText("longest: 0.03 s");

    processes.forEach(FakeProcess::greet);
    processes.getFirst().drop(3, 1, 40);
    processes.getFirst().log(3, "behind the gap");
    assertThat(page.locator(".line.gap")).containsText("gap: lines 1 to 40 of rank 3 were dropped");
    assertThat(page.locator(".line").last().locator(".text")).hasText("behind the gap");
    processes.getLast().fail(9, "x > 0");
    exit.complete(1);

    Locator failure = page.getByRole(AriaRole.ALERT);
    assertThat(failure.getByRole(AriaRole.HEADING)).containsText("Assertion");
    assertThat(failure).containsText("kernel.cu:12");
    page.getByLabel("Colour of the ranks").selectOption("state");
    assertThat(page.getByRole(AriaRole.BUTTON, named("Rank 9, failed"))).isVisible();
    assertThat(page.locator(".stream")).hasText("complete");
    Chromium.screenshot(page, "job-failed-light");
    assertThat(Chromium.barriers(page)).isEmpty();
    failure.getByRole(AriaRole.BUTTON).click();
    assertThat(page.locator(".line .text").first()).hasText("Hello World! I am rank 9/16.");

    onAPhone(page);
  }

  private static Locator chart(Page page, String title) {
    return page.locator(".chart").filter(new Locator.FilterOptions().setHasText(title));
  }

  private static void onAPhone(Page page) {
    page.setViewportSize(360, 800);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    page.getByRole(AriaRole.BUTTON, named("Only rank 9")).click();
    Locator rankLines = page.locator(".line[data-channel=rank]");
    String text = "Hello World! I am rank 5/16.";
    rankLines.filter(new Locator.FilterOptions().setHasText(text)).locator(".time").click();
    page.reload();
    assertThat(page.locator(".line.picked .text")).hasText(text);
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
    Chromium.screenshot(page, "job-phone-dark");
    assertThat(Chromium.barriers(page)).isEmpty();

    page.getByRole(AriaRole.LINK, named("Jobs")).click();
    assertThat(page.locator("tr[data-job] .state").first()).hasText("failed");
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
    Chromium.screenshot(page, "jobs-phone-dark");
  }

  /** However the log is scrolled, what is in the page are neighbours, and few. */
  private static void assertConsecutive(Page page) {
    assertThat(page.locator(".line.to-come")).hasCount(0);
    List<Long> numbers =
        page.locator(".line .text").allTextContents().stream()
            .map(text -> Long.parseLong(text.substring("line ".length())))
            .toList();
    assertThat(numbers)
        .hasSizeBetween(20, 120)
        .isEqualTo(
            LongStream.range(numbers.getFirst(), numbers.getFirst() + numbers.size())
                .boxed()
                .toList());
  }

  @Test
  void a_case_study_shows_its_rows_as_a_plot_and_what_was_predicted_beside_them() {
    LAUNCHER.play(ModelledJobs.CALIBRATE);
    api.ended(api.submitted(ModelledJobs.CALIBRATION));
    LAUNCHER.play(
        ModelledJobs.logged(
            List.of("csv gpurma,28.5,11,16", "csv gpurma,28.9,12,16", "csv mpi-cuda,41,11,30")));
    String job = api.submitted(ModelledJobs.MODELLED);
    api.ended(job);

    Page page = chromium.open(1440, 1100, ColorScheme.LIGHT);
    page.navigate(api.url() + "/jobs/" + job);

    Locator results = page.locator(".results");
    assertThat(results.getByLabel("up", exactly())).hasValue("3");
    results.getByLabel("up", exactly()).selectOption("median");
    assertThat(results.locator("svg circle")).hasCount(3);
    assertThat(results.locator(".legend")).containsText("mpi-cuda");
    results.locator("summary").click();
    assertThat(results.locator("tbody tr")).hasCount(3);
    assertThat(page.locator(".prediction tbody tr"))
        .containsText(new String[] {"28.5 us", "13.5 us", "15.0 us"});
    assertThat(page.locator(".prediction meter")).hasCount(3);
    assertThat(Chromium.barriers(page)).isEmpty();
  }

  private static Locator.GetByLabelOptions exactly() {
    return new Locator.GetByLabelOptions().setExact(true);
  }

  @Test
  void jobs_are_filtered_and_paged_and_those_of_an_array_stand_under_one_row() {
    LAUNCHER.play(FakeLauncher.HELLO);
    String held = "?hold=true";
    String other = Specs.HELLO.replace("name: hello-world", "name: weather, labels: {suite: rain}");
    assertThat(api.submit(other, held).statusCode()).isEqualTo(201);
    assertThat(api.submit(Specs.HELLO + "sweep: {matrix: {n: [1, 2, 3]}}\n", held).statusCode())
        .isEqualTo(201);
    Page page = chromium.open(1200, 900, ColorScheme.DARK);
    page.navigate(api.url() + "/");

    Locator array = page.locator("tr.array");
    assertThat(array.locator(".pill")).hasText("3 queued");
    array.getByRole(AriaRole.BUTTON).click();
    assertThat(page.locator("tr.member")).hasCount(3);
    Chromium.screenshot(page, "jobs-dark");
    assertThat(Chromium.barriers(page)).isEmpty();

    page.getByLabel("Label").fill("suite=rain");
    assertThat(page.locator("tr[data-job]")).hasCount(1);
    assertThat(page.locator("tr[data-job] th")).containsText("weather-");
    page.getByLabel("Label").fill("suite");
    assertThat(page.getByRole(AriaRole.ALERT)).containsText("must look like name=value");
    page.getByLabel("Label").fill("");
    page.getByLabel("Name").fill("weather");
    page.getByRole(AriaRole.BUTTON, named("Failed")).click();
    assertThat(page.getByText("No job passes the filter")).isVisible();
    assertThat(page).hasURL(Pattern.compile(".*\\?state=FAILED&name=weather$"));
    page.reload();
    page.getByRole(AriaRole.BUTTON, named("Show all jobs")).click();
    assertThat(array).isVisible();

    for (int i = 0; i < 50; i++) {
      assertThat(api.submit(other, held).statusCode()).isEqualTo(201);
    }
    page.getByRole(AriaRole.BUTTON, named("Older")).click();
    assertThat(array).isVisible();
    page.getByRole(AriaRole.BUTTON, named("Newer")).click();
    assertThat(page.locator("tr[data-job]")).hasCount(50);
  }

  @Test
  void what_is_wrong_with_a_job_is_told_at_its_line_and_what_runs_is_cancelled() {
    LAUNCHER.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          new CountDownLatch(1).await();
          return 0;
        });
    Page page = chromium.open(1440, 900, ColorScheme.DARK);
    page.navigate(api.url() + "/new?example=hello-world");
    Locator editor = page.getByLabel("job.yaml", new Page.GetByLabelOptions().setExact(true));
    assertThat(editor).hasValue(Pattern.compile("apiVersion: gpurma/v1[^ ]kind[\\s\\S]*"));

    editor.fill(Specs.HELLO.replace("gpus: 2", "gpus: none") + "prio");
    editor.press("y");
    editor.press("Backspace");
    assertThat(page.locator(".completion li")).containsText("priority");
    editor.press("Enter");
    editor.pressSequentially("1");
    assertThat(editor).hasValue(Pattern.compile("[\\s\\S]*priority: 1"));
    assertThat(page.locator(".problems li")).containsText("/resources/gpus");
    assertThat(page.locator(".editor .row.wrong")).containsText("resources: {gpus: none}");
    Chromium.screenshot(page, "new-job-wrong-dark");
    assertThat(Chromium.barriers(page)).isEmpty();
    page.getByRole(AriaRole.BUTTON, named("Submit")).click();
    assertThat(page.locator(".problems li")).isVisible();

    editor.fill(
        Specs.HELLO.replaceAll("(?s)  source: \\|\\R.*?\\R(?=resources)", "  file: mine.cu\n"));
    assertThat(page.locator(".problems li")).containsText("mine.cu");
    String kernel = "__global__ void hello(gpurma_context_handle context) {}\n";
    page.getByLabel("Files to add")
        .setInputFiles(
            new FilePayload("mine.cu", "text/plain", kernel.getBytes(StandardCharsets.UTF_8)));
    assertThat(page.locator(".problems li")).hasCount(0);
    assertThat(page.locator(".plan-verdict")).hasText("It would start now.");
    page.getByLabel("hold it").check();
    page.getByRole(AriaRole.BUTTON, named("Submit")).click();

    assertThat(page.locator(".job-title .pill")).hasText("queued");
    assertThat(page.locator(".waiting")).containsText("held");
    Chromium.screenshot(page, "job-held-dark");
    page.getByRole(AriaRole.BUTTON, named("Release")).click();
    assertThat(page.locator(".job-title .pill")).hasText("running");
    page.getByRole(AriaRole.BUTTON, named("Cancel job")).click();
    page.getByRole(AriaRole.BUTTON, named("Really cancel?")).click();
    assertThat(page.locator(".job-title .pill")).hasText("cancelled");
    assertThat(page.locator(".stream")).hasText("complete");
  }

  @Test
  void every_page_fits_a_phone_and_keeps_the_colours_that_were_chosen() {
    Page page = chromium.open(360, 740, ColorScheme.LIGHT);
    page.navigate(api.url() + "/new");
    assertThat(page.locator(".plan-verdict")).hasText(Pattern.compile("It would .*"));
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
    Chromium.screenshot(page, "new-job-phone-light");
    page.getByRole(AriaRole.LINK, named("Cluster")).click();
    assertThat(page.locator("[data-node] .pill")).hasText("ready");
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);

    page.getByRole(AriaRole.BUTTON, named("Colours: as the system")).click();
    page.getByRole(AriaRole.BUTTON, named("Colours: light")).click();
    page.reload();
    assertThat(page.getByRole(AriaRole.BUTTON, named("Colours: dark"))).isVisible();
    assertThat(page.evaluate("getComputedStyle(document.documentElement).colorScheme"))
        .isEqualTo("dark");
    assertThat(page.locator("[data-node] .pill")).hasText("ready");
    Chromium.screenshot(page, "cluster-phone-dark");
    assertThat(Chromium.barriers(page)).isEmpty();
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }
}
