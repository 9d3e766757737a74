package org.gpurma.service.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpurma.service.cluster.topology.Captured;
import org.gpurma.service.security.FirstKey;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.Reports;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see of the nodes, and how they take one out of use, where a key is asked for. */
class ClusterPageTest {
  @TempDir private Path folder;

  private String report(String name, Reports report) throws IOException {
    Path file = folder.resolve(name + ".json");
    Files.writeString(file, report.json());
    return file.toString();
  }

  private RunningService service() throws IOException {
    return new RunningService(
        folder.resolve("data"),
        TestBundle.in(folder),
        new FakeLauncher(),
        "--gpurma.security.keys=required",
        "--gpurma.emulated.force=false",
        "--gpurma.service-url=http://127.0.0.1:1",
        "--gpurma.cluster.nodes[0].name=gpu1",
        "--gpurma.cluster.nodes[0].report="
            + report(
                "gpu1",
                Reports.of("gpu1", "0-63")
                    .printing("gpus", Captured.text("h200-4gpu-nvlink-vm.smi.xml"))
                    .printing("matrix", Captured.text("h200-4gpu-nvlink-vm.topo.txt"))),
        "--gpurma.cluster.nodes[1].name=gpu2",
        "--gpurma.cluster.nodes[1].report="
            + report("gpu2", Reports.of("gpu2", "0-63").printing("gpus", "no XML")));
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }

  @Test
  void asks_for_a_key_once_and_shows_every_node_and_drains_and_resumes_one() throws IOException {
    try (RunningService service = service();
        var chromium = new Chromium()) {
      Page page = chromium.open(1200, 900, ColorScheme.LIGHT);
      page.navigate(service.api().url() + "/");
      showKey(page);
      page.getByRole(AriaRole.LINK, named("Cluster")).click();

      assertThat(page.locator("[data-node=gpu1] .pill")).hasText("ready");
      assertThat(page.locator("[data-node=gpu1] .gpus tbody tr")).hasCount(4);
      assertThat(page.locator("[data-node=gpu1] .topology tbody tr").first()).containsText("NV18");
      assertThat(page.locator("[data-node=gpu2] .pill")).hasText("unreadable");
      assertThat(page.locator("[data-node=gpu2] .reason")).containsText("line 1, column");

      page.getByLabel("Why gpu1 is drained").fill("new memory");
      page.locator("[data-node=gpu1]")
          .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Drain"))
          .click();
      assertThat(page.locator("[data-node=gpu1] .pill")).hasText("drained");
      assertThat(page.locator("[data-node=gpu1] .reason")).hasText("drained: new memory");
      Chromium.screenshot(page, "cluster-light");

      page.getByRole(AriaRole.BUTTON, named("Resume")).click();
      assertThat(page.locator("[data-node=gpu1] .pill")).hasText("ready");
      assertThat(chromium.complaints()).isEmpty();
    }
  }

  /** A wrong one first. */
  private void showKey(Page page) throws IOException {
    Locator input = page.getByLabel("This service asks for an API key");
    input.fill("gpurma_wrong");
    page.getByRole(AriaRole.BUTTON, named("Use it")).click();
    assertThat(page.getByRole(AriaRole.ALERT)).hasText("That is no key that holds.");

    input.fill(Files.readString(folder.resolve("data").resolve(FirstKey.FILE)).strip());
    page.getByRole(AriaRole.BUTTON, named("Use it")).click();
    assertThat(page.getByText("No jobs yet")).isVisible();
    page.reload();
    assertThat(page.getByText("No jobs yet")).isVisible();
    assertThat(input).hasCount(0);
  }
}
