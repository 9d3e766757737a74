package org.gpurma.service.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.gpurma.service.job.Intake;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.JobState;
import org.gpurma.service.job.NewJob;
import org.junit.jupiter.api.Test;

class GroupCommitTest {
  private final List<Integer> batches = new ArrayList<>();
  private final AtomicLong numbers = new AtomicLong();
  private final CountDownLatch mayStore = new CountDownLatch(1);

  private static Intake intake(String name) {
    var job = new NewJob(name, "default", 0, 1, Map.of(), false, 0, "{}");
    return new Intake(List.of(job), OptionalInt.empty(), "", Optional.empty(), Optional.empty());
  }

  /** Refuses jobs named bad. */
  private List<List<Job>> store(List<Intake> intakes) {
    try {
      mayStore.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    batches.add(intakes.size());
    return intakes.stream().map(intake -> List.of(job(intake.jobs().getFirst().name()))).toList();
  }

  private Job job(String name) {
    if (name.equals("bad")) {
      throw new IllegalArgumentException("bad");
    }
    long number = numbers.incrementAndGet();
    return new Job(
        number,
        JobId.of(name, number),
        name,
        "default",
        0,
        1,
        Map.of(),
        Instant.EPOCH,
        new JobState.Queued(),
        1,
        false,
        false,
        null,
        null,
        null,
        0,
        null,
        null,
        1);
  }

  @Test
  void those_that_come_while_others_are_stored_are_stored_together_and_each_gets_its_own() {
    try (var commits = new GroupCommit(this::store);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> commits.store(intake("first")));
      List<CompletableFuture<List<Job>>> others =
          IntStream.range(0, 20)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> commits.store(intake("job" + i)), threads))
              .toList();
      mayStore.countDown();

      assertThat(first.get().getFirst().name()).isEqualTo("first");
      for (int i = 0; i < others.size(); i++) {
        assertThat(others.get(i).join().getFirst().name()).isEqualTo("job" + i);
      }
      assertThat(batches.stream().mapToInt(Integer::intValue).sum()).isEqualTo(21);
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void one_that_cannot_be_stored_fails_alone() {
    mayStore.countDown();
    try (var commits = new GroupCommit(this::store);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var good =
          IntStream.range(0, 50)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> commits.store(intake("good" + i)), threads))
              .toList();
      assertThatThrownBy(() -> commits.store(intake("bad")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("bad");
      assertThat(good).allSatisfy(one -> assertThat(one.join()).hasSize(1));
    }
  }

  @Test
  void a_service_that_stops_leaves_nobody_waiting() {
    mayStore.countDown();
    var commits = new GroupCommit(this::store);
    commits.close();

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                commits.store(intake("late"));
              }
            })
        .hasMessageContaining("stops");
  }
}
