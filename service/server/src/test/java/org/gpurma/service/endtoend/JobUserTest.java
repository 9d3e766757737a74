package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpurma.service.isolation.JobUser;
import org.gpurma.service.settings.ServiceSettings;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.ServerSentEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Compilers and jobs run as another user than the service, and within limits. */
class JobUserTest {
  private static final String NOBODY = "nobody";
  private static final String NOT_ROOT =
      "this test runs as root only: nobody else may run programs as another user";

  @TempDir private Path folder;

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  private ServiceSettings settings(ServiceSettings.Jobs jobs) {
    return new ServiceSettings(
        folder.resolve("data").toString(),
        folder.toString(),
        "jobs",
        "",
        null,
        new ServiceSettings.Cluster(List.of(), "", Duration.ofSeconds(10)),
        null,
        null,
        null,
        jobs);
  }

  private JobUser user(String name) throws IOException, InterruptedException {
    return JobUser.of(settings(new ServiceSettings.Jobs(name, 1024, 7, 1000)));
  }

  @Test
  void a_job_of_another_user_compiles_runs_and_changes_nothing_of_the_services()
      throws IOException {
    assumeTrue(isRoot(), NOT_ROOT);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Path data = folder.resolve("data");
    Path bundle = Path.of(System.getProperty("gpurma.test.bundle"));
    try (RunningService service =
        new RunningService(data, bundle, null, "--gpurma.jobs.user=" + NOBODY)) {
      Api api = service.api();
      String id = api.submitted(Kernels.WHO_I_AM);
      JsonNode status = api.ended(id).path("status");

      assertThat(status.path("state").asString()).as(status.toString()).isEqualTo("SUCCEEDED");
      List<String> lines =
          api.events(id, "").stream()
              .filter(ServerSentEvent::ofRank)
              .map(ServerSentEvent::text)
              .distinct()
              .toList();
      assertThat(lines)
          .containsExactly(
              "65534 65534, core 0, service's own: log not written, spec not replaced");
      Path attempt = data.resolve("jobs").resolve(id).resolve("attempt-1");
      assertThat(owner(attempt)).isZero();
      assertThat(owner(attempt.resolve("log"))).isZero();
      assertThat(owner(attempt.resolve("program.so"))).isEqualTo(65534);
      assertThat(owner(attempt.resolve("job.yaml"))).isZero();
    }
  }

  private static int owner(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
  }

  @Test
  void a_user_that_cannot_be_taken_is_an_error_of_the_setting_at_the_start() throws Exception {
    assertThatThrownBy(() -> user("no-such-user"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "gpurma.jobs.user names no user of this machine: 'no-such-user'; make one with useradd"
                + " --system no-such-user");
    if (isRoot()) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      assertThatThrownBy(() -> user(NOBODY))
          .hasMessageContaining("gpurma.jobs.user is nobody, who cannot get to " + folder)
          .hasMessageContaining("chmod o+x");
    } else {
      assertThatThrownBy(() -> user(NOBODY))
          .hasMessageContaining("only root may run programs as others");
    }
  }

  @Test
  void limits_hold_whoever_runs_a_program() throws Exception {
    JobUser own = user("");

    assertThat(own.command(List.of("true")))
        .startsWith("prlimit", "--core=0", "--fsize=7340032")
        .endsWith("--", "true");
    assertThat(own.compilerCommand(List.of("true"))).contains("--as=1073741824");
    var long7 = new ProcessBuilder(own.command(List.of("sh", "-c", "ulimit -f; ulimit -c")));
    assertThat(new String(long7.start().getInputStream().readAllBytes())).isEqualTo("14336\n0\n");
    assertThat(JobUser.own().command(List.of("true"))).containsExactly("true");
  }

  @Test
  void secrets_of_the_services_environment_are_not_a_jobs() throws Exception {
    Map<String, String> environment =
        new TreeMap<>(
            Map.of(
                "PATH", "/bin",
                "SPRING_DATASOURCE_PASSWORD", "x",
                "GPURMA_WEBHOOKS_SECRET", "x",
                "AWS_ACCESS_TOKEN", "x",
                "GPURMA_LOG_SLOTS", "64",
                "OMPI_MCA_btl", "tcp"));

    user("").clean(environment);

    assertThat(environment).containsOnlyKeys("PATH", "GPURMA_LOG_SLOTS", "OMPI_MCA_btl");
  }
}
