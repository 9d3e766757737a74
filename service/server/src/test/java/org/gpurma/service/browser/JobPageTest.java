package org.gpurma.service.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.gpurma.service.testing.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see of a job, in a real browser, from the real service and runtime. */
class JobPageTest {

  private static final double LONG_ENOUGH_MS = 60_000;

  @TempDir static Path data;
  private static RunningService service;
  private static Chromium chromium;

  @TempDir Path folder;
  private Page page;

  @BeforeAll
  static void start() {
    service = new RunningService(data, builtBundle(), null);
    chromium = new Chromium();
  }

  @AfterAll
  static void stop() {
    chromium.close();
    service.close();
  }

  @AfterEach
  void nothingWentWrongInThePage() {
    assertThat(chromium.complaints()).isEmpty();
    page.context().close();
  }

  @Test
  void showsEachRanksLineOnceAndOneRankAloneWhenPicked() {
    open(ColorScheme.LIGHT, job(Jobs::submitHelloWorld));

    waitForState("succeeded");
    assertThat(rankLines()).hasCount(16);
    assertThat(rankLines().locator(".text").allTextContents())
        .containsExactlyInAnyOrderElementsOf(greetings());
    assertThat(page.locator(".checks .verdict")).hasText("passed");
    Chromium.screenshot(page, "job-light");

    page.getByRole(AriaRole.BUTTON, named("Rank 3, 1 line")).click();
    assertThat(rankLines()).hasCount(1);
    assertThat(rankLines().locator(".text")).hasText("Hello World! I am rank 3/16.");
    assertThat(page).hasURL(Pattern.compile(".*\\?rank=3$"));

    page.reload();
    assertThat(rankLines()).hasCount(1);
    page.getByRole(AriaRole.BUTTON, named("Only rank 3")).click();
    assertThat(rankLines()).hasCount(16);

    page.getByRole(AriaRole.SEARCHBOX).fill("rank 12/");
    assertThat(rankLines()).hasCount(1);
  }

  @Test
  void keepsItsPlaceOnAPhoneInTheDark() {
    String job = job(Jobs::submitHelloWorld);
    page = chromium.open(360, 800, ColorScheme.DARK);
    page.navigate(service.api().url() + "/");
    page.getByRole(AriaRole.LINK, named(job)).first().click();

    waitForState("succeeded");
    assertThat(rankLines()).hasCount(16);
    assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
    Chromium.screenshot(page, "job-phone-dark");

    page.goBack();
    assertThat(page.locator("tr[data-job=" + job + "] .state")).hasText("succeeded");
    Chromium.screenshot(page, "jobs-phone-dark");
  }

  @Test
  void linksToALine() {
    open(ColorScheme.LIGHT, job(Jobs::submitHelloWorld));
    waitForState("succeeded");

    Locator time = rankLines().nth(5).locator(".time");
    String text = rankLines().nth(5).locator(".text").textContent();
    time.click();
    page.reload();

    assertThat(page.locator(".line.picked .text")).hasText(text);
  }

  @Test
  void goesOnWithoutALostOrDoubledLineWhenTheServiceIsStartedAgain() {
    open(ColorScheme.DARK, job(jobs -> jobs.submitTicker(15)));
    assertThat(rankLines().nth(4)).isVisible(patiently());

    service.stop();
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
  void showsTheCompilersMessageOfAProgramThatDoesNotCompile() {
    open(ColorScheme.LIGHT, job(Jobs::submitOneThatDoesNotCompile));

    waitForState("failed");
    Locator failure = page.getByRole(AriaRole.ALERT);
    assertThat(failure.getByRole(AriaRole.HEADING)).hasText("Compilation failed");
    assertThat(failure).containsText("gpurma_gpu_ini");
    Chromium.screenshot(page, "job-does-not-compile");
  }

  @Test
  void cancelsAJobOnTheSecondPressOnly() {
    open(ColorScheme.LIGHT, job(jobs -> jobs.submitTicker(500)));
    assertThat(rankLines().first()).isVisible(patiently());

    page.getByRole(AriaRole.BUTTON, named("Cancel job")).click();
    page.getByRole(AriaRole.BUTTON, named("Really cancel?")).click();

    waitForState("cancelled");
    assertThat(page.locator(".stream")).hasText("complete");
  }

  @Test
  void keepsAFewRowsInThePageHoweverLongTheLog() {
    page = chromium.open(1440, 1100, ColorScheme.LIGHT);
    page.navigate(service.api().url() + "/");
    page.evaluate(
        """
        async () => {
          const { LogStore } = await import('/js/log/log-store.js');
          const { LogView } = await import('/js/log/log-view.js');
          const store = new LogStore();
          store.add(Array.from({ length: 500000 }, (_, index) =>
            ({ cursor: index, channel: 'rank', rank: index % 16, text: `line ${index}` })));
          const view = new LogView(store, { onPick() {}, onFollow() {} });
          document.getElementById('main').replaceChildren(view.element);
          view.pick('250000');
        }
        """);

    assertThat(page.locator(".line.picked .text")).hasText("line 250000");
    assertThat(page.locator(".line").count()).isLessThan(100);

    page.locator(".log-lines").press("End");
    assertThat(page.locator(".line").last().locator(".text")).hasText("line 499999");
    assertThat(page.locator(".line").count()).isLessThan(100);
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

  private String job(Submission submission) {
    try (Jobs jobs = new Jobs(service, folder)) {
      return submission.with(jobs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  private static LocatorAssertions.IsVisibleOptions patiently() {
    return new LocatorAssertions.IsVisibleOptions().setTimeout(LONG_ENOUGH_MS);
  }
}
