package org.gpurma.service.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The system's own Chromium without a window, kept from talking to anyone but the service. */
final class Chromium implements AutoCloseable {

  private static final Path EXECUTABLE =
      Path.of(Optional.ofNullable(System.getenv("CHROMIUM")).orElse("/usr/bin/chromium"));
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private final Playwright playwright =
      Playwright.create(
          new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
  private final Browser browser =
      playwright
          .chromium()
          .launch(
              new LaunchOptions()
                  .setExecutablePath(EXECUTABLE)
                  .setChromiumSandbox(false)
                  .setArgs(
                      List.of(
                          "--disable-background-networking",
                          "--disable-component-update",
                          "--disable-gpu",
                          "--disable-quic",
                          "--disable-sync",
                          "--no-first-run")));
  private final List<String> complaints = new ArrayList<>();

  /** A page in a fresh profile; what goes wrong in its scripts is noted. */
  Page open(int width, int height, ColorScheme colours) {
    BrowserContext profile =
        browser.newContext(
            new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(colours));
    Page page = profile.newPage();
    page.onPageError(complaints::add);
    page.onConsoleMessage(
        message -> {
          if (message.text().contains("Content Security Policy")) {
            complaints.add(message.text());
          }
        });
    return page;
  }

  List<String> complaints() {
    return complaints;
  }

  static void screenshot(Page page, String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
  }

  @Override
  public void close() {
    playwright.close();
  }
}
