package org.gpurma.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.ingest.LifeSigns;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.launch.LaunchExit;
import org.gpurma.service.launch.LaunchedJob;
import org.gpurma.service.placement.ProcessPlacement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SupervisionTest {
  /** Does not end until it is killed, as mpirun when a node is lost. */
  private static final class StuckJob implements LaunchedJob {
    private final CompletableFuture<LaunchExit> exit = new CompletableFuture<>();
    private final Set<String> lost = ConcurrentHashMap.newKeySet();
    private final List<String> givenUp = new ArrayList<>();
    private boolean debugged;

    @Override
    public CompletableFuture<LaunchExit> exit() {
      return exit;
    }

    @Override
    public void terminate() {}

    @Override
    public int kill() {
      exit.complete(new LaunchExit(OptionalInt.of(137)));
      return 0;
    }

    @Override
    public Set<String> lostNodes() {
      return lost;
    }

    @Override
    public boolean isDebugged() {
      return debugged;
    }

    @Override
    public void giveUp(String node) {
      givenUp.add(node);
    }
  }

  private final StuckJob job = new StuckJob();
  private final LifeSigns signs = new LifeSigns();
  private final Set<Integer> finished = new HashSet<>();
  private final List<FailureInfo> lost = new ArrayList<>();
  private Duration localPatience = Duration.ofSeconds(20);

  private static ProcessPlacement process(int index, String node, Reach reach) {
    Gpu gpu = new Gpu(node + "-gpu", "G", GpuKind.EMULATED, 8, 0);
    return new ProcessPlacement(index, node, reach, gpu, List.of(index), true, "");
  }

  private Supervision supervision(Reach reach, Duration walltime) {
    var watch =
        new ProcessWatch(
            List.of(process(0, "h1", reach), process(1, "h2", reach)),
            signs,
            finished::contains,
            new ProcessWatch.Patience(Duration.ofMillis(400), localPatience),
            job::lostNodes,
            job::isDebugged);
    return new Supervision(
        job,
        new LinkedBlockingQueue<>(),
        Instant.now().plus(walltime),
        Duration.ofMillis(20),
        () -> {},
        watch,
        lost::add);
  }

  private Supervision remote() {
    return supervision(new Reach.Ssh("h"), Duration.ofMinutes(5));
  }

  /** Signs of life of a process, until the job is over. */
  private void keepAlive(int process) {
    Thread.ofVirtual().start(() -> speakOn(process));
  }

  private void speakOn(int process) {
    try {
      while (!job.exit.isDone()) {
        signs.heard(process);
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_process_of_another_machine_that_falls_silent_ends_the_job() throws Exception {
    keepAlive(0);
    signs.heard(1);
    Supervision supervision = remote();

    supervision.await();

    assertThat(supervision.cause()).isEqualTo(EndCause.NODE_LOST);
    assertThat(lost).hasSize(1);
    assertThat(lost.getFirst().node()).isEqualTo("h2");
    assertThat(lost.getFirst().process()).isEqualTo(1);
    assertThat(job.givenUp).containsExactly("h2");
  }

  @Test
  void a_node_that_the_launcher_lost_ends_the_job() throws Exception {
    keepAlive(0);
    keepAlive(1);
    job.lost.add("h2");
    Supervision supervision = remote();

    supervision.await();

    assertThat(supervision.cause()).isEqualTo(EndCause.NODE_LOST);
    assertThat(lost.getFirst().message()).isEqualTo("the connection to node h2 broke");
  }

  @Test
  void a_process_that_has_finished_or_not_started_need_not_be_heard_of() throws Exception {
    signs.heard(0);
    finished.add(0);
    Supervision supervision = supervision(new Reach.Ssh("h"), Duration.ofMillis(1200));

    supervision.await();

    assertThat(supervision.cause()).isEqualTo(EndCause.WALLTIME);
    assertThat(lost).isEmpty();
  }

  @Test
  void a_process_of_this_machine_may_be_silent_for_longer() throws Exception {
    signs.heard(0);
    Supervision supervision = supervision(Reach.LOCAL, Duration.ofMillis(800));

    supervision.await();

    assertThat(supervision.cause()).isEqualTo(EndCause.WALLTIME);
  }

  @Test
  void a_process_of_this_machine_that_does_nothing_ends_the_job() throws Exception {
    keepAlive(0);
    signs.heard(1);
    localPatience = Duration.ofMillis(400);
    Supervision supervision = supervision(Reach.LOCAL, Duration.ofMinutes(5));

    supervision.await();

    assertThat(supervision.cause()).isEqualTo(EndCause.PROCESS_SILENT);
    assertThat(lost.getFirst().process()).isEqualTo(1);
    assertThat(Failures.describe(lost.getFirst()))
        .isEqualTo(
            "process 1 on h2, GPU h2-gpu: it has said nothing for 0 s, and has not ended: it is"
                + " stopped, or hangs");
    assertThat(job.givenUp).isEmpty();
  }

  @Test
  void a_process_that_a_debugger_holds_may_be_silent() throws Exception {
    signs.heard(0);
    localPatience = Duration.ofMillis(100);
    job.debugged = true;
    Supervision supervision = supervision(Reach.LOCAL, Duration.ofMillis(800));

    supervision.await();

    assertThat(supervision.cause()).isEqualTo(EndCause.WALLTIME);
  }
}
