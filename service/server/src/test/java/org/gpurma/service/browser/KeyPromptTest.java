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
import org.gpurma.service.security.FirstKey;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a service that asks for keys. */
class KeyPromptTest {
  @TempDir private Path folder;

  @Test
  void a_page_asks_for_a_key_once_and_then_shows_what_it_is_for() throws IOException {
    Path data = folder.resolve("data");
    try (var service =
            new RunningService(
                data,
                TestBundle.in(folder),
                new FakeLauncher(),
                "--gpurma.security.keys=required");
        var chromium = new Chromium()) {
      Page page = chromium.open(1000, 700, ColorScheme.LIGHT);
      page.navigate(service.api().url());
      Locator input = page.getByLabel("This service asks for an API key");
      assertThat(input).isVisible();

      input.fill("gpurma_wrong");
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Use it")).click();
      assertThat(page.getByRole(AriaRole.ALERT)).hasText("That is no key that holds.");

      input.fill(Files.readString(data.resolve(FirstKey.FILE)).strip());
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Use it")).click();
      assertThat(page.getByText("No jobs yet")).isVisible();
      page.reload();
      assertThat(page.getByText("No jobs yet")).isVisible();
      assertThat(input).hasCount(0);
      assertThat(chromium.complaints()).isEmpty();
    }
  }
}
