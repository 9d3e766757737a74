package org.gpurma.service.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.gpurma.service.testing.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("org.gpurma.service.testing.Engine#here")
class JobStoreTest {
  private final Stores stores;
  private final JobStore jobs;

  JobStoreTest(Engine engine) {
    stores = new Stores(engine);
    jobs = stores.jobs;
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  @Test
  void a_new_job_is_queued_and_has_a_number_of_its_own() {
    Job first = stores.create("hello");
    Job second = stores.create("hello");

    assertThat(first.id()).hasToString("hello-1");
    assertThat(second.id()).hasToString("hello-2");
    assertThat(first.state()).isEqualTo(new JobState.Queued());
    assertThat(jobs.spec(first.id()).toString()).isEqualTo(Stores.SPEC);
    assertThat(jobs.sentSpec(first.id())).isEqualTo("kind: Job");
    assertThat(jobs.find(first.id())).contains(first);
    assertThat(jobs.find(new JobId("hello-3"))).isEmpty();
    assertThat(jobs.find(new JobId("other-1"))).isEmpty();
  }

  @Test
  void every_move_is_kept_in_order_and_counts_as_a_version() {
    JobId id = stores.create("hello").id();
    var failed = new JobState.Failed(FailureReason.COMPILATION_FAILED, "kernel.cu:1: error");

    assertThat(jobs.begin(id, now())).isTrue();
    assertThat(jobs.move(id, new JobState.Compiling(), failed)).isTrue();

    Job job = jobs.get(id);
    assertThat(job.state()).isEqualTo(failed);
    assertThat(job.version()).isEqualTo(3);
    assertThat(job.beganAt()).isBeforeOrEqualTo(job.endedAt());
    assertThat(jobs.events().list(id, 0, 10))
        .extracting(JobEvent::position, JobEvent::kind, JobEvent::state, JobEvent::reason)
        .containsExactly(
            tuple(0, EventKind.SUBMITTED, "QUEUED", null),
            tuple(1, EventKind.STATE_CHANGED, "COMPILING", null),
            tuple(2, EventKind.STATE_CHANGED, "FAILED", "CompilationFailed"));
  }

  @Test
  void a_move_from_a_state_that_was_left_changes_nothing() {
    JobId id = stores.create("hello").id();
    jobs.move(id, new JobState.Queued(), new JobState.Cancelled("asked"));

    assertThat(jobs.begin(id, now())).isFalse();
    assertThat(jobs.events().transitions(id)).hasSize(2);
    assertThatThrownBy(() -> jobs.move(id, new JobState.Queued(), new JobState.Running()))
        .hasMessageContaining("may not go from QUEUED to RUNNING");
  }

  @Test
  void a_retry_queues_the_job_again_and_says_why() {
    JobId id = stores.create("hello").id();
    jobs.begin(id, now());
    var crash = new JobState.Failed(FailureReason.PROCESS_CRASHED, "signal 9");
    Instant later = now().plusSeconds(10);

    assertThat(jobs.retry(id, new JobState.Compiling(), crash, later, "retry 1 of 2")).isTrue();

    Job job = jobs.get(id);
    assertThat(job.state()).isEqualTo(new JobState.Queued());
    assertThat(job.attempt()).hasToString("hello-1/2");
    assertThat(job.notBefore()).isEqualTo(later);
    assertThat(jobs.events().list(id, 2, 10))
        .extracting(
            JobEvent::kind, JobEvent::attempt, JobEvent::state, JobEvent::reason, JobEvent::message)
        .containsExactly(
            tuple(EventKind.ATTEMPT_FAILED, 1, null, "ProcessCrashed", "signal 9"),
            tuple(EventKind.STATE_CHANGED, 2, "QUEUED", "Retried", "retry 1 of 2"));
  }

  @Test
  void a_job_that_somebody_cancels_is_not_tried_again_by_itself() {
    JobId id = stores.create("hello").id();
    jobs.begin(id, now());
    jobs.requestCancel(id);
    var crash = new JobState.Failed(FailureReason.PROCESS_CRASHED, "signal 9");

    assertThat(jobs.retry(id, new JobState.Compiling(), crash, now(), "")).isFalse();
    assertThat(jobs.get(id).state()).isEqualTo(new JobState.Compiling());
  }

  @Test
  void holding_and_cancelling_are_events_and_happen_once() {
    JobId id = stores.create("hello").id();

    assertThat(jobs.hold(id, true)).isTrue();
    assertThat(jobs.hold(id, true)).isFalse();
    assertThat(jobs.get(id).held()).isTrue();
    assertThat(jobs.hold(id, false)).isTrue();
    assertThat(jobs.requestCancel(id)).isTrue();
    assertThat(jobs.requestCancel(id)).isFalse();
    assertThat(jobs.events().list(id, 1, 10))
        .extracting(JobEvent::kind)
        .containsExactly(EventKind.HELD, EventKind.RELEASED, EventKind.CANCEL_REQUESTED);
  }

  @Test
  void open_jobs_come_in_the_order_of_submission_and_are_counted() {
    JobId first = stores.create("b").id();
    JobId ended = stores.create("c").id();
    JobId last = stores.create("a").id();
    jobs.move(ended, new JobState.Queued(), new JobState.Cancelled(""));

    assertThat(jobs.open()).extracting(Job::id).containsExactly(first, last);
    JobCensus.Group queued = new JobCensus(stores.database.jdbc()).take().getFirst();
    assertThat(queued.state()).isEqualTo("QUEUED");
    assertThat(queued.jobs()).isEqualTo(2);
    assertThat(queued.oldest()).isEqualTo(jobs.get(first).createdAt());
  }

  @Test
  void an_attempt_keeps_what_was_found_out_and_the_first_failure() {
    AttemptStore attempts = stores.attempts;
    var id = new AttemptId(stores.create("hello").id(), 1);
    Attempt begun = Attempt.begin(id, "token", "launch", now());
    attempts.create(begun);
    assertThat(attempts.find(id)).contains(begun);

    var process = ProcessInfo.planned(0, "node", "emulated-0", "Emulated GPU", "0");
    var failure = new FailureInfo("ASSERTION", 3L, 0, "node", "emulated-0", "kernel.cu", 12, "x");
    attempts.planned(id, List.of("mpirun"), List.of(process));
    assertThat(attempts.failed(id, failure)).isTrue();
    assertThat(attempts.failed(id, new FailureInfo("X", null, null, null, null, null, null, "y")))
        .isFalse();
    attempts.finished(id, 2.5, List.of(new OutputInfo("out", 3, "abc")));
    attempts.checked(id, CheckReport.of(List.of(new CheckReport.Result("sum", true, "fine"))));
    var end = new JobState.Failed(FailureReason.PROGRAM_FAILED, "x");
    attempts.ended(id, end, now());

    Attempt found = attempts.find(id).orElseThrow();
    assertThat(found.processes()).containsExactly(process);
    assertThat(found.failure()).isEqualTo(failure);
    assertThat(found.kernelMillis()).isEqualTo(2.5);
    assertThat(found.outputs()).hasSize(1);
    assertThat(found.check().passed()).isTrue();
    assertThat(found.end()).isEqualTo(end);
    assertThat(attempts.of(id.job())).containsExactly(found);
    assertThat(attempts.usedSince(begun.beganAt().minusSeconds(1)))
        .containsExactly(new PastUse("default", 2, begun.beganAt(), found.endedAt()));
  }
}
