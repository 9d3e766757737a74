package org.gpurma.service.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.gpurma.service.testing.ServiceProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see of a job, in a real browser, from a real service and runtime. */
class JobPageTest {
  private static final double LONG_ENOUGH_MS = 60_000;

  @TempDir static Path root;
  private static ServiceProcess service;

  @TempDir Path folder;
  private Chromium chromium;
  private Page page;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    service =
        new ServiceProcess(
            root.resolve("data"), builtBundle(), ServiceProcess.freePort(), List.of());
    service.start();
  }

  @AfterAll
  static void stop() throws InterruptedException {
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
  void a_job_is_submitted_from_the_page_and_its_lines_arrive_and_one_rank_is_picked() {
    page = chromium.open(1440, 1100, ColorScheme.LIGHT);
    page.navigate(service.api().url() + "/new?example=hello-world");
    assertThat(page.locator(".plan-verdict")).hasText(Pattern.compile("It would .*"));
    page.getByRole(AriaRole.BUTTON, exactly("Submit")).click();

    waitForState("succeeded");
    assertThat(rankLines()).hasCount(16);
    assertThat(rankLines().locator(".text").allTextContents())
        .containsExactlyInAnyOrderElementsOf(greetings());
    assertThat(page.locator(".checks .verdict")).hasText("passed");
    assertThat(page.locator(".where .process")).hasCount(2);
    assertThat(page.locator(".where pre")).containsText("mpirun");
    Chromium.screenshot(page, "job-light");
    assertThat(Chromium.barriers(page)).isEmpty();

    page.getByRole(AriaRole.BUTTON, named("Rank 3,")).click();
    assertThat(rankLines()).hasCount(1);
    assertThat(rankLines().locator(".text")).hasText("Hello World! I am rank 3/16.");
    assertThat(page).hasURL(Pattern.compile(".*\\?rank=3$"));

    page.reload();
    assertThat(rankLines()).hasCount(1);
    page.getByRole(AriaRole.BUTTON, named("Only rank 3")).click();
    assertThat(rankLines()).hasCount(16);

    page.getByRole(AriaRole.SEARCHBOX).fill("rank 12/");
    assertThat(page.locator(".match")).hasText("1 of 1");
    assertThat(page.locator(".line.picked mark")).hasText("rank 12/");
    page.getByRole(AriaRole.BUTTON, named("Only matches")).click();
    assertThat(rankLines()).hasCount(1);
  }

  @Test
  void a_page_keeps_its_place_on_a_phone_in_the_dark_and_links_to_a_line() throws IOException {
    String job = submitted(Jobs::submitHelloWorld);
    page = chromium.open(360, 800, ColorScheme.DARK);
    page.navigate(service.api().url() + "/");
    page.locator("tr[data-job=" + job + "] a").first().click();

    waitForState("succeeded");
    assertThat(rankLines()).hasCount(16);
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
    Chromium.screenshot(page, "job-phone-dark");
    assertThat(Chromium.barriers(page)).isEmpty();

    String text = rankLines().nth(5).locator(".text").textContent();
    rankLines().nth(5).locator(".time").click();
    page.reload();
    assertThat(page.locator(".line.picked .text")).hasText(text);

    page.goBack();
    assertThat(page.locator("tr[data-job=" + job + "] .state")).hasText("succeeded");
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
    Chromium.screenshot(page, "jobs-phone-dark");
  }

  @Test
  void no_line_is_lost_or_doubled_when_the_service_is_killed_and_started_again()
      throws IOException, InterruptedException {
    open(ColorScheme.DARK, submitted(jobs -> jobs.submitTicker(15)));
    assertThat(rankLines().nth(4)).isVisible(patiently());

    service.kill();
    assertThat(page.locator(".stream")).hasAttribute("data-state", "broken");
    service.start();

    waitForState("succeeded");
    assertThat(rankLines()).hasCount(30);
    for (int rank = 0; rank < 2; rank++) {
      assertThat(page.locator(".line[data-rank='" + rank + "'] .text").allTextContents())
          .containsExactlyElementsOf(
              IntStream.range(0, 15).mapToObj(step -> "step " + step).toList());
    }
    Chromium.screenshot(page, "job-resumed-dark");
  }

  @Test
  void the_compilers_message_of_a_program_that_does_not_compile_is_shown() throws IOException {
    open(ColorScheme.LIGHT, submitted(Jobs::submitOneThatDoesNotCompile));

    waitForState("failed");
    Locator failure = page.getByRole(AriaRole.ALERT);
    assertThat(failure.getByRole(AriaRole.HEADING)).hasText("Compilation failed");
    assertThat(failure).containsText("gpurma_gpu_ini");
    Chromium.screenshot(page, "job-does-not-compile");
  }

  @Test
  void a_job_is_cancelled_on_the_second_press_only() throws IOException {
    open(ColorScheme.LIGHT, submitted(jobs -> jobs.submitTicker(500)));
    assertThat(rankLines().first()).isVisible(patiently());

    page.getByRole(AriaRole.BUTTON, named("Cancel job")).click();
    page.getByRole(AriaRole.BUTTON, named("Really cancel?")).click();

    waitForState("cancelled");
    assertThat(page.locator(".stream")).hasText("complete");
  }

  private static Path builtBundle() {
    Path bundle = Path.of(System.getProperty("gpurma.test.bundle"));
    assertThat(bundle.resolve("bin/gpurma-runtime"))
        .as("part of the runtime bundle, which ./gpurma build makes")
        .isExecutable();
    return bundle;
  }

  private interface Submission {
    String with(Jobs jobs) throws IOException;
  }

  private String submitted(Submission submission) throws IOException {
    try (Jobs jobs = new Jobs(service.api(), folder)) {
      return submission.with(jobs);
    }
  }

  private void open(ColorScheme colours, String job) {
    page = chromium.open(1440, 1100, colours);
    page.navigate(service.api().url() + "/jobs/" + job);
  }

  private void waitForState(String state) {
    assertThat(page.locator(".job-title .pill"))
        .hasText(state, new LocatorAssertions.HasTextOptions().setTimeout(LONG_ENOUGH_MS));
  }

  private Locator rankLines() {
    return page.locator(".line[data-channel=rank]");
  }

  private static List<String> greetings() {
    return IntStream.range(0, 16)
        .mapToObj(rank -> "Hello World! I am rank " + rank + "/16.")
        .toList();
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }

  private static Page.GetByRoleOptions exactly(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  private static LocatorAssertions.IsVisibleOptions patiently() {
    return new LocatorAssertions.IsVisibleOptions().setTimeout(LONG_ENOUGH_MS);
  }
}
