package org.gpurma.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.gpurma.service.testing.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What several threads do to the same rows at once. */
@ParameterizedClass
@MethodSource("org.gpurma.service.testing.Engine#here")
class ContentionTest {
  private static final int THREADS = 6;

  private final Stores stores;
  private final JobStore jobs;

  ContentionTest(Engine engine) {
    stores = new Stores(engine);
    jobs = stores.jobs;
  }

  /** What each thread's action returned; empty where it failed. All begin together. */
  private static <T> List<Optional<T>> together(IntFunction<T> action) throws Exception {
    var ready = new CountDownLatch(THREADS);
    List<Future<Optional<T>>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        running.add(
            threads.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  try {
                    return Optional.of(action.apply(thread));
                  } catch (RuntimeException _) {
                    return Optional.empty();
                  }
                }));
      }
    }
    List<Optional<T>> results = new ArrayList<>();
    for (Future<Optional<T>> one : running) {
      results.add(one.get());
    }
    return results;
  }

  private static Intake keyed(String name, String key) {
    return new Intake(
        List.of(Stores.job(name)),
        OptionalInt.empty(),
        "kind: Job",
        Optional.empty(),
        Optional.of(new Intake.Key(key, name)));
  }

  private static long successes(List<Optional<Boolean>> results) {
    return results.stream().filter(result -> result.orElse(false)).count();
  }

  @Test
  void several_writers_store_jobs_under_numbers_of_their_own() throws Exception {
    List<Optional<List<List<Job>>>> stored =
        together(
            _ ->
                stores
                    .anotherIntake()
                    .store(
                        IntStream.range(0, 20)
                            .mapToObj(_ -> Stores.single(Stores.job("job")))
                            .toList()));

    assertThat(stored).allSatisfy(one -> assertThat(one).isPresent());
    assertThat(jobs.open())
        .extracting(Job::number)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 20 * THREADS).mapToObj(Long::valueOf).toList());
  }

  @Test
  void of_several_writers_with_one_key_one_stores_its_jobs() throws Exception {
    List<Optional<List<List<Job>>>> stored =
        together(
            thread -> stores.anotherIntake().store(List.of(keyed("job-of-" + thread, "the-key"))));

    List<List<List<Job>>> winners = stored.stream().flatMap(Optional::stream).toList();
    assertThat(winners).hasSize(1);
    Job winner = winners.getFirst().getFirst().getFirst();
    assertThat(jobs.open()).containsExactly(winner);
    assertThat(stores.keys.find("the-key"))
        .contains(new SubmissionKeys.Known(winner.name(), winner.id()));
  }

  @Test
  void of_several_that_move_a_job_from_one_state_one_does() throws Exception {
    JobId id = stores.create("hello").id();

    List<Optional<Boolean>> moved =
        together(
            thread ->
                thread % 2 == 0
                    ? jobs.begin(id, Instant.now())
                    : jobs.move(id, new JobState.Queued(), new JobState.Cancelled("asked")));

    assertThat(successes(moved)).isEqualTo(1);
    Job job = jobs.get(id);
    assertThat(job.version()).isEqualTo(2);
    assertThat(jobs.events().transitions(id))
        .extracting(JobEvent::state)
        .containsExactly("QUEUED", job.state().word());
  }

  @Test
  void a_job_is_tried_again_or_cancelled_but_not_both() throws Exception {
    JobId id = stores.create("hello").id();
    jobs.begin(id, Instant.now());
    var crash = new JobState.Failed(FailureReason.PROCESS_CRASHED, "signal 9");

    List<Optional<Boolean>> done =
        together(
            thread ->
                thread == 0
                    ? jobs.requestCancel(id)
                    : jobs.retry(id, new JobState.Compiling(), crash, Instant.now(), "again"));

    assertThat(done.getFirst()).contains(true);
    Job job = jobs.get(id);
    boolean retried = job.state() instanceof JobState.Queued;
    assertThat(successes(done.subList(1, THREADS))).isEqualTo(retried ? 1 : 0);
    assertThat(job.attemptNumber()).isEqualTo(retried ? 2 : 1);
  }

  @Test
  void events_of_one_job_from_several_writers_are_numbered_without_gaps() throws Exception {
    JobId id = stores.create("hello").id();

    List<Optional<Boolean>> done =
        together(
            thread -> {
              for (int i = 0; i < 10; i++) {
                jobs.hold(id, (thread + i) % 2 == 0);
              }
              return true;
            });

    assertThat(successes(done)).isEqualTo(THREADS);
    List<JobEvent> events = jobs.events().list(id, 0, 1000);
    assertThat(events)
        .extracting(JobEvent::position)
        .containsExactlyElementsOf(IntStream.range(0, events.size()).boxed().toList());
    assertThat(jobs.get(id).version()).isEqualTo(events.size());
  }
}
