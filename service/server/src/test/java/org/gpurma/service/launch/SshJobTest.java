package org.gpurma.service.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.service.remote.SshHost;
import org.gpurma.service.testing.FakeSsh;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real guard on hosts that are all this machine. */
class SshJobTest {
  private static final Path GUARD = Path.of("../../scripts/gpurma-guard");

  /** mpirun is gone already. */
  private record Ended(CompletableFuture<LaunchExit> exit) implements LaunchedJob {
    @Override
    public void terminate() {}

    @Override
    public int kill() {
      return 0;
    }
  }

  @TempDir private Path folder;
  private final String launchId = UUID.randomUUID().toString();
  private FakeSsh ssh;
  private Path run;

  @BeforeEach
  void make() throws IOException {
    ssh = FakeSsh.in(folder);
    run = Files.createDirectory(folder.resolve("run"));
    Files.createDirectories(folder.resolve("bundle/bin"));
    Files.copy(
        GUARD, folder.resolve("bundle/bin/gpurma-guard"), StandardCopyOption.COPY_ATTRIBUTES);
  }

  private LaunchedJob job(String... names) {
    List<ProcessPlacement> placements =
        IntStream.range(0, names.length)
            .mapToObj(
                i ->
                    new ProcessPlacement(
                        i,
                        names[i],
                        new Reach.Ssh(names[i]),
                        new Gpu("GPU-" + names[i], "G", GpuKind.CUDA, 8, 0),
                        List.of(0),
                        true,
                        ""))
            .toList();
    Map<String, SshHost> hosts = new LinkedHashMap<>();
    for (String name : names) {
      hosts.put(name, new SshHost(ssh.settings(), name));
    }
    var order =
        new LaunchOrder(
            launchId, new LaunchPlan(List.of(), Map.of(), Map.of(), List.of()), run, placements);
    return new SshJob(
        order,
        new LaunchSite(folder.resolve("bundle"), run),
        new RemoteNodes(hosts),
        new Ended(new CompletableFuture<>()));
  }

  private Process processOnNode() throws IOException {
    var builder = new ProcessBuilder("sleep", "100");
    builder.environment().put("GPURMA_LAUNCH", SshJob.mark(launchId));
    return builder.start();
  }

  @Test
  void what_is_left_on_the_nodes_is_killed_and_then_nothing_remains() throws Exception {
    ssh.install("nvidia-smi", "true");
    Process left = processOnNode();
    LaunchedJob job = job("h1", "h2");

    assertThat(job.kill()).isZero();

    assertThat(left.waitFor()).isEqualTo(137);
    assertThat(job.remains()).isEmpty();
  }

  @Test
  void memory_that_somebody_holds_on_a_node_remains_there() throws Exception {
    ssh.install("nvidia-smi", "echo 'GPU-h2, 7, 3 MiB, /opt/other'");
    LaunchedJob job = job("h1", "h2");
    job.kill();

    assertThat(job.remains()).containsExactly(new Remains("h2", "process 7 holds 3 MiB of GPU-h2"));
  }

  @Test
  void a_node_that_does_not_answer_may_hold_anything_unless_it_is_lost() throws Exception {
    ssh.install("nvidia-smi", "true");
    ssh.down("h2");
    LaunchedJob job = job("h1", "h2");
    job.kill();

    assertThat(job.remains())
        .singleElement()
        .satisfies(
            remains -> {
              assertThat(remains.node()).isEqualTo("h2");
              assertThat(remains.what()).contains("could not be found out", "No route to host");
            });

    job.giveUp("h2");
    assertThat(job.remains()).isEmpty();
  }
}
