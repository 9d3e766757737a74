package org.gpurma.service.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.gpurma.service.testing.ServiceProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of real processes on emulated GPUs, in a real browser, from a service that is killed. */
class JobPageTest {
  private static final int STEPS = 15;

  private static final String SPEC =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: ticker}
      program: {file: ticker.cu, entry: ticker, threadsPerRank: 1}
      resources: {gpus: 2, ranksPerGpu: 1}
      walltime: 2m
      """;

  /** Every rank logs a step each fifth of a second. */
  private static final String KERNEL =
      """
      #include "gpurma_device.cu.h"

      __global__ void ticker(gpurma_context_handle gpurma) {
          __shared__ gpurma_state gst;
          gpurma_gpu_init(gpurma, gst);
          gpurma_log log = gpurma_log_get(gst);
          for (int step = 0; step < %d; ++step) {
              long long until = clock64() + 200000000;
              while (clock64() < until) __nanosleep(1000);
              log << "step " << step << log.flush;
          }
          gpurma_gpu_finish(gst);
      }
      """
          .formatted(STEPS);

  @TempDir private Path folder;
  private Page page;

  @Test
  void a_job_is_submitted_and_no_line_is_lost_or_doubled_when_the_service_is_killed()
      throws IOException, InterruptedException {
    try (var service =
            new ServiceProcess(
                folder.resolve("data"), builtBundle(), ServiceProcess.freePort(), List.of());
        var chromium = new Chromium()) {
      service.start();
      page = chromium.open(1440, 1100, ColorScheme.DARK);
      submit(service.api().url());
      assertThat(rankLines().nth(4)).isVisible();
      assertThat(page.locator(".stream")).hasText("live");

      service.kill();
      assertThat(page.locator(".stream")).hasAttribute("data-state", "broken");
      service.start();
      assertThat(page.locator(".job-title .pill")).hasText("succeeded");
      assertThat(page.locator(".stream")).hasText("complete");
      assertThat(rankLines()).hasCount(2 * STEPS);
      for (int rank = 0; rank < 2; rank++) {
        assertThat(page.locator(".line[data-rank='" + rank + "'] .text").allTextContents())
            .containsExactlyElementsOf(
                IntStream.range(0, STEPS).mapToObj(step -> "step " + step).toList());
      }
      assertThat(page.locator(".where .process")).hasCount(2);
      assertThat(page.locator(".where pre")).containsText("mpirun");
      Chromium.screenshot(page, "job-resumed-dark");

      pickOneRank();
      assertThat(chromium.complaints()).isEmpty();
    }
  }

  private void submit(String url) {
    page.navigate(url + "/new");
    page.getByLabel("job.yaml", new Page.GetByLabelOptions().setExact(true)).fill(SPEC);
    page.getByLabel("Files to add")
        .setInputFiles(
            new FilePayload("ticker.cu", "text/plain", KERNEL.getBytes(StandardCharsets.UTF_8)));
    assertThat(page.locator(".plan-verdict")).hasText(Pattern.compile("It would .*"));
    page.getByRole(AriaRole.BUTTON, named("Submit")).click();
  }

  private void pickOneRank() {
    page.getByRole(AriaRole.BUTTON, named("Rank 1,")).click();
    assertThat(page.locator(".line")).hasCount(STEPS);
    assertThat(page).hasURL(Pattern.compile(".*\\?rank=1$"));
    page.reload();
    assertThat(page.locator(".line")).hasCount(STEPS);
    page.getByRole(AriaRole.BUTTON, named("Only rank 1")).click();
    assertThat(rankLines()).hasCount(2 * STEPS);
  }

  private static Path builtBundle() {
    Path bundle = Path.of(System.getProperty("gpurma.test.bundle"));
    assertThat(bundle.resolve("bin/gpurma-runtime"))
        .as("part of the runtime bundle, which ./gpurma build makes")
        .isExecutable();
    return bundle;
  }

  private Locator rankLines() {
    return page.locator(".line[data-channel=rank]");
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }
}
