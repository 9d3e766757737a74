package org.gpurma.service.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.testing.TestDatabase;
import org.junit.jupiter.api.Test;

class HeldGpusTest {
  private static final Cluster CLUSTER =
      new Cluster(List.of(new Node("node", List.of(gpu("a"), gpu("b"), gpu("c")), List.of(0, 1))));

  private final TestDatabase database = TestDatabase.create();
  private final HeldGpus held = new HeldGpus(database.jdbc(), database.transaction());
  private final AttemptId attempt = new AttemptId(new JobId("job-1"), 1);
  private final AttemptId other = new AttemptId(new JobId("job-2"), 1);

  private static Gpu gpu(String uuid) {
    return new Gpu(uuid, "Emulated GPU", GpuKind.EMULATED, 8, 0);
  }

  @Test
  void a_job_gets_all_its_gpus_or_none() {
    assertThat(Allocator.allocate(CLUSTER, Set.of("b"), 2).orElseThrow().gpus())
        .containsExactly(gpu("a"), gpu("c"));
    assertThat(Allocator.allocate(CLUSTER, Set.of("b"), 3)).isEmpty();
  }

  @Test
  void held_gpus_are_found_again_and_released_by_attempt() {
    Allocation two = Allocator.allocate(CLUSTER, Set.of(), 2).orElseThrow();
    held.hold(attempt, two);

    assertThat(held.of(attempt, CLUSTER)).contains(two);
    assertThat(held.all().keySet()).containsExactly("a", "b");
    held.release(attempt);
    assertThat(held.all()).isEmpty();
  }

  @Test
  void a_gpu_is_never_held_twice_and_nothing_of_a_refused_request_is() {
    held.hold(attempt, Allocator.allocate(CLUSTER, Set.of("a"), 1).orElseThrow());
    Allocation overlapping = Allocator.allocate(CLUSTER, Set.of(), 2).orElseThrow();

    assertThatThrownBy(() -> held.hold(other, overlapping)).isInstanceOf(RuntimeException.class);
    assertThat(held.all()).containsOnlyKeys("b");
  }

  @Test
  void an_allocation_whose_gpu_has_gone_is_not_found() {
    held.hold(attempt, Allocator.allocate(CLUSTER, Set.of(), 2).orElseThrow());
    var smaller = new Cluster(List.of(new Node("node", List.of(gpu("a")), List.of(0))));

    assertThat(held.of(attempt, smaller)).isEmpty();
  }
}
