package org.gpurma.service.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.gpurma.service.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JobStoreTest {
  private static final JsonNode SPEC = JsonMapper.shared().readTree("{\"kind\": \"Job\"}");

  private final TestDatabase database = TestDatabase.create();
  private final JobStore jobs = new JobStore(database.jdbc(), database.transaction());
  private final AttemptStore attempts = new AttemptStore(database.jdbc());

  private Job create(String name) {
    return jobs.create(jobs.nextNumber(), name, SPEC);
  }

  @Test
  void a_new_job_is_queued_and_has_a_number_of_its_own() {
    Job first = create("hello");
    Job second = create("hello");

    assertThat(first.id()).hasToString("hello-1");
    assertThat(second.id()).hasToString("hello-2");
    assertThat(first.state()).isEqualTo(new JobState.Queued());
    assertThat(first.spec()).isEqualTo(SPEC);
    assertThat(jobs.find(first.id())).contains(first);
    assertThat(jobs.find(new JobId("hello-3"))).isEmpty();
  }

  @Test
  void every_move_is_kept_in_order() {
    JobId id = create("hello").id();

    assertThat(jobs.move(id, new JobState.Queued(), new JobState.Compiling())).isTrue();
    var failed = new JobState.Failed(FailureReason.COMPILATION_FAILED, "kernel.cu:1: error");
    assertThat(jobs.move(id, new JobState.Compiling(), failed)).isTrue();

    Job job = jobs.get(id);
    assertThat(job.state()).isEqualTo(failed);
    assertThat(job.transitions())
        .extracting(Transition::state)
        .containsExactly(new JobState.Queued(), new JobState.Compiling(), failed);
  }

  @Test
  void a_move_from_a_state_that_was_left_changes_nothing() {
    JobId id = create("hello").id();
    jobs.move(id, new JobState.Queued(), new JobState.Cancelled("asked"));

    assertThat(jobs.move(id, new JobState.Queued(), new JobState.Compiling())).isFalse();
    assertThat(jobs.get(id).transitions()).hasSize(2);
    assertThatThrownBy(() -> jobs.move(id, new JobState.Queued(), new JobState.Running()))
        .hasMessageContaining("may not go from QUEUED to RUNNING");
  }

  @Test
  void pages_go_from_new_to_old_without_gap_or_repetition() {
    for (int i = 0; i < 5; i++) {
      create("job");
    }

    JobPage first = jobs.list(Optional.empty(), OptionalLong.empty(), 2);
    JobPage second = jobs.list(Optional.empty(), first.next(), 2);
    JobPage third = jobs.list(Optional.empty(), second.next(), 2);

    assertThat(List.of(first, second, third))
        .flatExtracting(JobPage::jobs)
        .extracting(job -> job.id().value())
        .containsExactly("job-5", "job-4", "job-3", "job-2", "job-1");
    assertThat(third.next()).isEmpty();
    assertThat(jobs.list(Optional.of("RUNNING"), OptionalLong.empty(), 2).jobs()).isEmpty();
  }

  @Test
  void open_jobs_come_in_the_order_of_submission_and_are_counted() {
    JobId first = create("b").id();
    JobId ended = create("c").id();
    JobId last = create("a").id();
    jobs.move(ended, new JobState.Queued(), new JobState.Cancelled(""));

    assertThat(jobs.open()).extracting(Job::id).containsExactly(first, last);
    assertThat(jobs.countByState()).containsEntry("QUEUED", 2L).containsEntry("CANCELLED", 1L);
  }

  @Test
  void an_attempt_keeps_what_was_found_out_and_the_first_failure() {
    var id = new AttemptId(create("hello").id(), 1);
    attempts.create(Attempt.begin(id, "token", "launch"));
    assertThat(attempts.find(id)).contains(Attempt.begin(id, "token", "launch"));

    var process = ProcessInfo.planned(0, "node", "emulated-0", "Emulated GPU", "0");
    var failure = new FailureInfo("ASSERTION", 3L, 0, "node", "emulated-0", "kernel.cu", 12, "x");
    attempts.planned(id, List.of("mpirun"), List.of(process));
    assertThat(attempts.failed(id, failure)).isTrue();
    assertThat(attempts.failed(id, new FailureInfo("X", null, null, null, null, null, null, "y")))
        .isFalse();
    attempts.finished(id, 2.5, List.of(new OutputInfo("out", 3, "abc")));
    attempts.checked(id, CheckReport.of(List.of(new CheckReport.Result("sum", true, "fine"))));

    Attempt found = attempts.find(id).orElseThrow();
    assertThat(found.processes()).containsExactly(process);
    assertThat(found.failure()).isEqualTo(failure);
    assertThat(found.kernelMillis()).isEqualTo(2.5);
    assertThat(found.outputs()).hasSize(1);
    assertThat(found.check().passed()).isTrue();
  }
}
