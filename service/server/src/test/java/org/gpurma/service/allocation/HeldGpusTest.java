package org.gpurma.service.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.placement.PlacementResult;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.service.testing.Engine;
import org.gpurma.service.testing.Machines;
import org.gpurma.service.testing.Specs;
import org.gpurma.service.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("org.gpurma.service.testing.Engine#here")
class HeldGpusTest {
  private static final Node NODE = Machines.emulated("n", 3, 6);
  private static final Cluster CLUSTER = new Cluster(List.of(NODE));

  private final TestDatabase database;
  private final HeldGpus held;
  private final DrainedNodes drained;
  private final Allocator allocator;
  private final AttemptId attempt = new AttemptId(new JobId("job-1"), 1);
  private final AttemptId other = new AttemptId(new JobId("job-2"), 1);

  HeldGpusTest(Engine engine) {
    database = TestDatabase.create(engine);
    held = new HeldGpus(database.jdbc(), database.transaction());
    drained = new DrainedNodes(database.jdbc());
    allocator = new Allocator(CLUSTER, held, drained);
  }

  private PlacementResult place(int gpus) {
    return allocator.place(Specs.asking(gpus));
  }

  private Allocation granted(int gpus) {
    return new Allocation(((PlacementResult.Placed) place(gpus)).placement().processes());
  }

  private static ProcessPlacement process(int index, int gpu, List<Integer> cores) {
    return new ProcessPlacement(
        index, "n", Reach.LOCAL, NODE.gpus().get(gpu), cores, true, "mlx5_0");
  }

  @Test
  void a_job_gets_all_its_gpus_or_none() {
    held.hold(attempt, granted(2));

    assertThat(granted(1).gpus()).extracting(Gpu::uuid).containsExactly("n-2");
    assertThat(place(2)).isInstanceOf(PlacementResult.NoRoom.class);
  }

  @Test
  void what_an_attempt_holds_is_found_again_and_released() {
    Allocation two = granted(2);
    held.hold(attempt, two);

    assertThat(held.of(attempt, CLUSTER)).contains(two);
    assertThat(held.all()).containsOnlyKeys("n-0", "n-1").containsValue(attempt);
    held.release(attempt);
    assertThat(held.all()).isEmpty();
  }

  @Test
  void cores_and_nics_are_held_with_the_gpus() {
    held.hold(attempt, new Allocation(List.of(process(0, 0, List.of(0, 1)))));
    held.hold(other, new Allocation(List.of(process(0, 1, List.of(2, 3)))));

    assertThat(held.held().cpus()).isEqualTo(Map.of("n", Set.of(0, 1, 2, 3)));
    assertThat(held.held().nics()).isEqualTo(Map.of("n", List.of("mlx5_0", "mlx5_0")));
  }

  @Test
  void two_jobs_of_one_gpu_have_cores_of_their_own() {
    held.hold(attempt, granted(1));
    held.hold(other, granted(1));

    assertThat(held.of(attempt, CLUSTER).orElseThrow().processes().getFirst().cores())
        .containsExactly(0, 1);
    assertThat(held.of(other, CLUSTER).orElseThrow().processes().getFirst().cores())
        .containsExactly(2, 3);
  }

  @Test
  void a_gpu_is_never_held_twice_and_nothing_of_a_refused_request_is() {
    held.hold(attempt, new Allocation(List.of(process(0, 1, List.of(2)))));
    var overlapping = new Allocation(List.of(process(0, 0, List.of(0)), process(1, 1, List.of(4))));

    assertThatThrownBy(() -> held.hold(other, overlapping)).isInstanceOf(RuntimeException.class);
    assertThat(held.all()).containsOnlyKeys("n-1");
  }

  @Test
  void a_core_is_never_held_twice() {
    held.hold(attempt, new Allocation(List.of(process(0, 1, List.of(2, 3)))));

    assertThatThrownBy(
            () -> held.hold(other, new Allocation(List.of(process(0, 0, List.of(1, 2, 3))))))
        .hasMessage("cores 2-3 of n are held already");
    assertThat(held.all()).containsOnlyKeys("n-1");
  }

  @Test
  void an_allocation_whose_gpu_has_gone_is_not_found() {
    held.hold(attempt, granted(2));
    var smaller = new Cluster(List.of(Machines.emulated("n", 1, 6)));

    assertThat(held.of(attempt, smaller)).isEmpty();
  }

  @Test
  void what_an_older_service_wrote_is_understood() {
    database
        .jdbc()
        .sql(
            "insert into held_gpu (gpu, job_id, attempt, since)"
                + " values ('n-1', 'job-1', 1, now()), ('n-0', 'job-1', 1, now())")
        .update();

    List<ProcessPlacement> processes = held.of(attempt, CLUSTER).orElseThrow().processes();

    assertThat(processes).extracting(process -> process.gpu().uuid()).containsExactly("n-0", "n-1");
    assertThat(processes).extracting(ProcessPlacement::index).containsExactly(0, 1);
    assertThat(processes)
        .allSatisfy(
            process -> {
              assertThat(process.node()).isEqualTo("n");
              assertThat(process.cores()).isEqualTo(IntStream.range(0, 6).boxed().toList());
              assertThat(process.exclusive()).isFalse();
            });
  }

  @Test
  void a_drained_node_gets_no_job_until_it_is_resumed() {
    drained.drain("n", "new memory");
    drained.drain("n", "a new disk");

    assertThat(place(1)).isInstanceOf(PlacementResult.NoRoom.class);
    assertThat(drained.all().get("n").reason()).isEqualTo("a new disk");
    drained.resume("n");
    assertThat(place(1)).isInstanceOf(PlacementResult.Placed.class);
  }

  @Test
  void where_there_are_real_gpus_no_job_ends_up_on_the_emulator() {
    var mixed =
        new Cluster(List.of(Machines.emulated("e", 4, 4), Machines.like("greina-k80-2017", "g")));
    var real = new Allocator(mixed, held, drained);

    assertThat(real.place(Specs.asking(3))).isInstanceOf(PlacementResult.NoRoom.class);
    var placed = (PlacementResult.Placed) real.place(Specs.asking(2));
    assertThat(placed.placement().processes().getFirst().gpu().kind()).isEqualTo(GpuKind.CUDA);
  }
}
