package org.gpurma.service.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The system's own Chromium without a window, kept from talking to anyone but the service. All
 * tests share one; each has profiles of its own.
 */
final class Chromium implements AutoCloseable {
  private static final Path EXECUTABLE =
      Path.of(Optional.ofNullable(System.getenv("CHROMIUM")).orElse("/usr/bin/chromium"));
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private static final double PATIENCE_MS = 60_000;

  private final List<BrowserContext> profiles = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();

  /** Started when it is first needed; it ends with the tests. */
  private static final class Shared {
    private static final Playwright PLAYWRIGHT =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    private static final Browser BROWSER =
        PLAYWRIGHT
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

    static {
      // A machine that does much else besides is slow, not wrong.
      PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
      Runtime.getRuntime().addShutdownHook(new Thread(PLAYWRIGHT::close));
    }
  }

  /** A page in a fresh profile; what goes wrong in it is noted. */
  Page open(int width, int height, ColorScheme colours) {
    BrowserContext profile =
        Shared.BROWSER.newContext(
            new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(colours));
    profiles.add(profile);
    Page page = profile.newPage();
    page.onPageError(complaints::add);
    page.onConsoleMessage(
        message -> {
          if (message.text().contains("Content Security Policy")) {
            complaints.add(message.text());
          }
        });
    page.onRequest(
        request -> {
          if (!isOfTheService(URI.create(request.url()))) {
            complaints.add("asked for " + request.url());
          }
        });
    return page;
  }

  private static boolean isOfTheService(URI url) {
    return "127.0.0.1".equals(url.getHost()) || "about".equals(url.getScheme());
  }

  /** Errors of scripts, violations of the content security policy, requests to other hosts. */
  List<String> complaints() {
    return complaints;
  }

  /** What of a page cannot be used by everybody, by the rules of WCAG 2. */
  static List<String> barriers(Page page) {
    return new AxeBuilder(page)
            .withTags(List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa"))
            .analyze()
            .getViolations()
            .stream()
            .map(
                rule ->
                    rule.getId()
                        + ": "
                        + rule.getNodes().stream().map(node -> node.getHtml()).toList())
            .toList();
  }

  static void screenshot(Page page, String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
  }

  @Override
  public void close() {
    profiles.forEach(BrowserContext::close);
  }
}
