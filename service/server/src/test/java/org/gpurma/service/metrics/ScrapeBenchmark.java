package org.gpurma.service.metrics;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.FakeProcess;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a scrape takes while 100 jobs of 2 processes run, each of which sends a sample a second.
 * Prints figures; run by {@code service/benchmark/scrape}, not with the tests.
 */
class ScrapeBenchmark {
  private static final int JOBS = 100;
  private static final int SCRAPES = 60;

  @TempDir private static Path folder;

  @Test
  void scrapes_while_a_hundred_jobs_run() throws Exception {
    var launcher = new FakeLauncher();
    var running = new CountDownLatch(JOBS);
    var mayEnd = new CountDownLatch(1);
    launcher.play(
        processes -> {
          processes.forEach(FakeProcess::start);
          long puts = 0;
          do {
            puts += 1000;
            for (FakeProcess process : processes) {
              process.sample(puts);
            }
            running.countDown();
          } while (!mayEnd.await(1, TimeUnit.SECONDS));
          processes.forEach(FakeProcess::finish);
          return 0;
        });
    try (var service =
        new RunningService(
            folder.resolve("data"),
            TestBundle.in(folder),
            launcher,
            "--gpurma.emulated.gpus=" + 2 * JOBS)) {
      Api api = service.api();
      for (int job = 0; job < JOBS; job++) {
        api.submitted(Specs.HELLO);
      }
      running.await();
      scrape(api);
      mayEnd.countDown();
    }
  }

  private static void scrape(Api api) throws InterruptedException {
    long[] nanos = new long[SCRAPES];
    String body = "";
    for (int i = -SCRAPES / 2; i < SCRAPES; i++) {
      long begin = System.nanoTime();
      body = api.get("/actuator/prometheus").body();
      if (i >= 0) {
        nanos[i] = System.nanoTime() - begin;
      }
      Thread.sleep(100);
    }
    Arrays.sort(nanos);
    System.out.printf(
        Locale.ROOT,
        "%d jobs: %d series, %d KiB; a scrape takes %.1f ms, one of 20 longer than %.1f ms%n",
        JOBS,
        Scrape.of(body).series().size(),
        body.length() >> 10,
        nanos[SCRAPES / 2] / 1e6,
        nanos[SCRAPES * 19 / 20] / 1e6);
  }
}
