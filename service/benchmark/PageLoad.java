import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What the pages cost in a browser: bytes and time until they can be used, tasks that keep the page
 * from answering while a log grows, and ways through a long log.
 *
 * <pre>
 *   PageLoad CHROMIUM URL load JOB             every page, five times, nothing cached
 *   PageLoad CHROMIUM URL live JOB SECONDS     the page of a job whose log grows
 *   PageLoad CHROMIUM URL long JOB             the page of a job with a long log
 * </pre>
 */
class PageLoad {
  private static final int RUNS = 5;
  private static final int LONG_TASK_MS = 100;

  /** What is waited for is asked of the page as text, which its own policy forbids. */
  private static final Browser.NewContextOptions READABLE =
      new Browser.NewContextOptions().setBypassCSP(true).setViewportSize(1440, 1000);

  /** Notes when what is waited for is first in the page, every long task and every frame. */
  private static final String WATCH =
      """
      const seen = { ready: 0, tasks: [], frames: [] };
      window.seen = seen;
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]);
      }).observe({ type: 'longtask', buffered: true });
      let last = 0;
      (function frame(now) {
        if (last) seen.frames.push(now - last);
        last = now;
        if (!seen.ready && document.querySelector(READY)) seen.ready = performance.now();
        requestAnimationFrame(frame);
      })(0);
      """;

  private final Browser browser;
  private final String url;

  private PageLoad(Browser browser, String url) {
    this.browser = browser;
    this.url = url;
  }

  public static void main(String[] arguments) {
    var environment = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    try (Playwright playwright =
            Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        Browser browser =
            playwright
                .chromium()
                .launch(
                    new LaunchOptions()
                        .setExecutablePath(Path.of(arguments[0]))
                        .setChromiumSandbox(false)
                        .setArgs(List.of("--disable-gpu", "--disable-background-networking")))) {
      var load = new PageLoad(browser, arguments[1]);
      String job = "/jobs/" + arguments[3];
      switch (arguments[2]) {
        case "load" -> load.everyPage(job);
        case "live" -> load.live(job, Integer.parseInt(arguments[4]));
        case "long" -> load.longLog(job);
        default -> throw new IllegalArgumentException(arguments[2]);
      }
    }
  }

  private void everyPage(String job) {
    System.out.printf(
        "%-10s %10s %10s %28s%n", "page", "requests", "KiB", "until it can be used, ms");
    load("jobs", "/", "tr[data-job]");
    load("new job", "/new", ".plan-verdict, .plan .facts");
    load("cluster", "/cluster", "[data-node] .pill");
    load("job", job, ".line .time[href]");
  }

  /** The browser's code is compiled anew with every run; the first one also fills its own caches. */
  private void load(String name, String path, String ready) {
    double[] usable = new double[RUNS];
    long bytes = 0;
    long requests = 0;
    for (int run = 0; run < RUNS; run++) {
      try (BrowserContext profile = browser.newContext(READABLE)) {
        Page page = watched(profile, ready);
        CDPSession network = profile.newCDPSession(page);
        var received = new AtomicLong();
        var asked = new AtomicLong();
        network.on("Network.loadingFinished", sum("encodedDataLength", received));
        network.on("Network.requestWillBeSent", _ -> asked.incrementAndGet());
        network.send("Network.enable");
        page.navigate(url + path);
        page.waitForFunction("seen.ready");
        usable[run] =
            number(page, "Math.max(seen.ready, ...seen.tasks.map(([start, took]) => start + took))");
        bytes = received.get();
        requests = asked.get();
      }
    }
    Arrays.sort(usable);
    System.out.printf(
        "%-10s %10d %10.1f %12.0f median %6.0f max%n",
        name, requests, bytes / 1024.0, usable[RUNS / 2], usable[RUNS - 1]);
  }

  private static Consumer<JsonObject> sum(String field, AtomicLong total) {
    return event -> total.addAndGet(event.get(field).getAsLong());
  }

  private void live(String job, int seconds) {
    try (BrowserContext profile = browser.newContext(READABLE)) {
      Page page = watched(profile, ".line .time[href]");
      page.navigate(url + job);
      page.waitForFunction("seen.ready");
      long before = lines(page);
      browser.startTracing(
          page, new Browser.StartTracingOptions().setCategories(List.of("toplevel")));
      restart(page);
      page.waitForTimeout(seconds * 500.0);
      page.getByLabel("Rank 3,").first().click();
      page.waitForTimeout(seconds * 250.0);
      page.getByLabel("Rank 3,").first().click();
      page.waitForTimeout(seconds * 250.0);
      System.out.printf("%d lines/s came%n", (lines(page) - before) / seconds);
      report(page, "while they came");
      reportProcessorTime(new String(browser.stopTracing(), StandardCharsets.UTF_8));
      System.out.printf(
          "script memory %.1f MiB%n", number(page, "performance.memory.usedJSHeapSize") / (1 << 20));
    }
  }

  /** Where others want the processors, too, a task's own time tells what it would take alone. */
  private static void reportProcessorTime(String trace) {
    JsonArray events = JsonParser.parseString(trace).getAsJsonObject().getAsJsonArray("traceEvents");
    Set<String> mainThreads = new HashSet<>();
    for (JsonElement each : events) {
      JsonObject event = each.getAsJsonObject();
      if (is(event, "thread_name")
          && "CrRendererMain"
              .equals(event.getAsJsonObject("args").get("name").getAsString())) {
        mainThreads.add(threadOf(event));
      }
    }
    double[] millis =
        events.asList().stream()
            .map(JsonElement::getAsJsonObject)
            .filter(event -> event.has("tdur") && event.get("name").getAsString().endsWith("RunTask"))
            .filter(event -> mainThreads.contains(threadOf(event)))
            .mapToDouble(event -> event.get("tdur").getAsDouble() / 1000)
            .sorted()
            .toArray();
    System.out.printf(
        "by processor time: %d tasks, %.1f s in all, p99 %.0f ms, the longest %.0f ms%n",
        millis.length,
        Arrays.stream(millis).sum() / 1000,
        millis[millis.length * 99 / 100],
        millis[millis.length - 1]);
  }

  private static boolean is(JsonObject event, String name) {
    return name.equals(event.get("name").getAsString());
  }

  private static String threadOf(JsonObject event) {
    return event.get("pid") + "." + event.get("tid");
  }

  private void longLog(String job) {
    try (BrowserContext profile = browser.newContext(READABLE)) {
      Page page = watched(profile, ".line .time[href]");
      page.navigate(url + job);
      page.waitForFunction("seen.ready");
      System.out.printf(
          "first lines of %,d after %.0f ms%n", lines(page), number(page, "seen.ready"));
      Locator log = page.locator(".log-lines");
      took(page, "to the first line", () -> log.press("Home"));
      took(page, "to the last line", () -> log.press("End"));
      took(
          page,
          "the scroll bar to the middle",
          () -> log.evaluate("log => { log.scrollTop = log.scrollHeight / 2; }"));
      took(page, "one rank of all", () -> page.getByLabel("Rank 3,").first().click());
      took(page, "all ranks again", () -> page.getByLabel("Rank 3,").first().click());
      restart(page);
      log.hover();
      for (int turn = 0; turn < 200; turn++) {
        page.mouse().wheel(0, turn < 100 ? -400 : 900);
      }
      report(page, "while it was scrolled by the wheel, 200 turns");
    }
  }

  /** Until every row in sight has its line. */
  private static void took(Page page, String what, Runnable act) {
    page.evaluate("seen.begun = performance.now()");
    act.run();
    page.waitForTimeout(20);
    page.waitForFunction(
        "document.querySelector('.line') && !document.querySelector('.line.to-come')"
            + " && document.querySelector('.stream').dataset.state !== 'reading'"
            + " && (seen.took ??= performance.now() - seen.begun) >= 0");
    System.out.printf("%s: %.0f ms%n", what, number(page, "seen.took"));
    page.evaluate("delete seen.took");
  }

  private static void restart(Page page) {
    page.evaluate("seen.tasks = []; seen.frames = []");
  }

  private static void report(Page page, String when) {
    String longOnes = "seen.tasks.filter(([, took]) => took > " + LONG_TASK_MS + ")";
    System.out.printf(
        "%s: %.0f tasks over %d ms, the longest task %.0f ms (0: none over 50);"
            + " a frame every %.0f ms, p99 %.0f ms, the longest %.0f ms%n",
        when,
        number(page, longOnes + ".length"),
        LONG_TASK_MS,
        number(page, "Math.max(0, ...seen.tasks.map(([, took]) => took))"),
        frame(page, 0.5),
        frame(page, 0.99),
        frame(page, 1));
  }

  private static double frame(Page page, double share) {
    return number(
        page,
        "(() => { const all = seen.frames.toSorted((a, b) => a - b);"
            + " return all[Math.min(all.length - 1, Math.floor(all.length * "
            + share
            + "))] ?? 0; })()");
  }

  private static long lines(Page page) {
    String text = page.locator(".line-count").textContent();
    return Long.parseLong(text.replaceAll("^.* of ", "").replaceAll("\\D", ""));
  }

  private static Page watched(BrowserContext profile, String ready) {
    Page page = profile.newPage();
    page.addInitScript("const READY = '" + ready + "';\n" + WATCH);
    return page;
  }

  private static double number(Page page, String expression) {
    return ((Number) page.evaluate(expression)).doubleValue();
  }
}
