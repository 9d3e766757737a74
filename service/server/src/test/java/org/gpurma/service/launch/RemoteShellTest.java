package org.gpurma.service.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.testing.FakeSsh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real script and the real guard; only the network is left out. */
class RemoteShellTest {
  private static final Path GUARD = Path.of("../../scripts/gpurma-guard");

  @TempDir private Path folder;
  private final String mark = UUID.randomUUID().toString();
  private FakeSsh ssh;
  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    ssh = FakeSsh.in(folder);
    Path bundle = folder.resolve("bundle");
    Files.createDirectories(bundle.resolve("bin"));
    Files.copy(GUARD, bundle.resolve("bin/gpurma-guard"), StandardCopyOption.COPY_ATTRIBUTES);
    Path run = Files.createDirectory(folder.resolve("run"));
    script = run.resolve("remote-shell");
    Files.writeString(
        script,
        RemoteShell.script(
            ssh.settings(),
            Map.of("node1", new Reach.Ssh("me@h1")),
            new LaunchSite(bundle, run),
            mark));
  }

  @AfterEach
  void leaveNothing() {
    assertThat(marked().kill()).isZero();
  }

  private MarkedProcesses marked() {
    return new MarkedProcesses(mark, Optional.empty());
  }

  private Process start(String... words) throws IOException {
    return new ProcessBuilder(
            Stream.concat(Stream.of("sh", script.toString()), Stream.of(words)).toList())
        .redirectErrorStream(true)
        .start();
  }

  private static String end(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  @Test
  void a_command_of_mpirun_runs_on_the_node_with_its_words_and_its_code() throws Exception {
    Process process = start("h1", "x=\"it's\"; printf '%s %s' \"$x\" $GPURMA_LAUNCH;", "exit 7");

    assertThat(end(process)).isEqualTo("it's " + mark);
    assertThat(process.exitValue()).isEqualTo(7);
    assertThat(Files.readString(folder.resolve("calls"))).isEqualTo("me@h1\n");
    assertThat(folder.resolve("run/lost-nodes")).doesNotExist();
    try (Stream<Path> left = Files.list(folder.resolve("run"))) {
      assertThat(left).containsExactly(script);
    }
  }

  @Test
  void a_node_that_is_lost_is_noted_by_its_name() throws Exception {
    ssh.down("me@h1");

    Process process = start("h1", "true");

    assertThat(end(process)).contains("No route to host");
    assertThat(process.exitValue()).isEqualTo(255);
    assertThat(Files.readString(folder.resolve("run/lost-nodes"))).isEqualTo("node1\n");
  }

  @Test
  void a_host_that_is_no_node_of_the_job_is_refused() throws Exception {
    assertThat(end(start("elsewhere", "true"))).contains("elsewhere is no node of this job");
  }

  @Test
  void what_a_command_leaves_behind_ends_with_it() throws Exception {
    Process process = start("h1", "setsid sleep 100 >/dev/null 2>&1 & echo started");

    assertThat(end(process)).isEqualTo("started\n");
    assertThat(marked().find()).isEmpty();
  }

  @Test
  void when_the_caller_is_killed_everything_on_the_node_ends() throws Exception {
    Process process = start("h1", "setsid sleep 100 & echo started; sleep 100");
    awaitProcesses(true);

    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();

    awaitProcesses(false);
  }

  @Test
  void a_guard_that_hears_nothing_any_more_ends_everything() throws Exception {
    // The pipe stays open, as a connection does whose network has gone.
    Process guard =
        new ProcessBuilder(GUARD.toString(), mark, "1", "sh", "-c", "setsid sleep 100 & sleep 100")
            .redirectErrorStream(true)
            .start();
    awaitProcesses(true);
    guard.getOutputStream().write('\n');
    guard.getOutputStream().flush();

    awaitProcesses(false);
    assertThat(guard.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(guard.exitValue()).isEqualTo(137);
  }

  @Test
  void what_is_left_of_a_launch_is_killed_and_counted() throws Exception {
    Process left = new ProcessBuilder("sleep", "100").start();
    var builder = new ProcessBuilder("sleep", "100");
    builder.environment().put("GPURMA_LAUNCH", mark);
    Process ours = builder.start();

    Process kill = new ProcessBuilder(GUARD.toString(), "--kill", mark).start();

    assertThat(end(kill)).isEqualTo("0\n");
    assertThat(ours.waitFor(5, TimeUnit.SECONDS)).isTrue();
    assertThat(left.isAlive()).isTrue();
    left.destroyForcibly();
  }

  private void awaitProcesses(boolean there) throws InterruptedException {
    for (int i = 0; i < 800 && marked().find().isEmpty() == there; i++) {
      Thread.sleep(25);
    }
    assertThat(marked().find().isEmpty()).isNotEqualTo(there);
  }
}
