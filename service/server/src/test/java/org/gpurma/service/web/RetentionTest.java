package org.gpurma.service.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.FakeLauncher;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestBundle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that ended long ago are removed with all they left behind. */
class RetentionTest {
  @TempDir private Path folder;

  @Test
  void of_ended_jobs_so_many_bytes_are_kept_the_newest_first() throws Exception {
    try (var service =
        new RunningService(
            folder.resolve("sized"),
            TestBundle.in(folder),
            new FakeLauncher(),
            "--gpurma.retention.bytes=1MB",
            "--gpurma.retention.every=50ms")) {
      Api api = service.api();
      String first = api.submitted(Specs.HELLO);
      api.ended(first);
      String second = api.submitted(Specs.HELLO);
      api.ended(second);
      Path jobs = folder.resolve("sized/jobs");
      assertThat(jobs.resolve(first)).exists();
      String large = Api.json(api.submit(Specs.HELLO, "?hold=true")).path("id").asString();
      Files.write(
          Files.createDirectories(jobs.resolve(large)).resolve("large"), new byte[2_000_000]);
      api.post("/api/v1/jobs/" + large + "/release", "text/plain", "");
      api.ended(large);

      Instant deadline = Instant.now().plus(Duration.ofSeconds(30));
      while (Files.exists(jobs.resolve(first)) || Files.exists(jobs.resolve(second))) {
        assertThat(Instant.now()).isBefore(deadline);
        Thread.sleep(20);
      }
      assertThat(api.job(large).at("/status/state").asString()).isEqualTo("SUCCEEDED");
    }
  }

  @Test
  void of_ended_jobs_the_newest_are_kept_and_the_folders_of_others_are_gone() throws Exception {
    try (var service =
        new RunningService(
            folder.resolve("data"),
            TestBundle.in(folder),
            new FakeLauncher(),
            "--gpurma.retention.count=1",
            "--gpurma.retention.every=50ms")) {
      Api api = service.api();
      String old = api.submitted(Specs.HELLO);
      api.ended(old);
      String held = Api.json(api.submit(Specs.HELLO, "?hold=true")).path("id").asString();
      String fresh = api.submitted(Specs.HELLO);
      api.ended(fresh);

      Instant deadline = Instant.now().plus(Duration.ofSeconds(30));
      Path left = folder.resolve("data/jobs").resolve(old);
      while (api.get("/api/v1/jobs/" + old).statusCode() != 404 || Files.exists(left)) {
        assertThat(Instant.now()).isBefore(deadline);
        Thread.sleep(20);
      }
      assertThat(api.get("/api/v1/jobs/" + old + "/logs").statusCode()).isEqualTo(404);
      assertThat(api.job(held).at("/status/state").asString()).isEqualTo("QUEUED");
      assertThat(api.job(fresh).at("/status/state").asString()).isEqualTo("SUCCEEDED");
      assertThat(folder.resolve("data/jobs").resolve(fresh)).exists();
    }
  }
}
