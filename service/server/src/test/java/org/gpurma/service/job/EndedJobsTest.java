package org.gpurma.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.gpurma.service.testing.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("org.gpurma.service.testing.Engine#here")
class EndedJobsTest {
  private final Stores stores;
  private final EndedJobs endedJobs;

  EndedJobsTest(Engine engine) {
    stores = new Stores(engine);
    endedJobs = new EndedJobs(stores.database.jdbc(), stores.database.transaction());
  }

  private JobId ended(NewJob job) {
    JobId id = stores.create(job).id();
    stores.jobs.move(id, new JobState.Queued(), new JobState.Cancelled("asked"));
    return id;
  }

  private JobId ended(String name) {
    return ended(Stores.job(name));
  }

  private static Instant later() {
    return Instant.now().plusSeconds(60);
  }

  @Test
  void what_ended_before_a_time_is_found_the_oldest_first() {
    JobId first = ended("a");
    stores.create("still-waits");
    JobId second = ended("b");

    assertThat(endedJobs.endedBefore(later(), 10)).containsExactly(first, second);
    assertThat(endedJobs.endedBefore(later(), 1)).containsExactly(first);
    assertThat(endedJobs.endedBefore(Instant.now().minusSeconds(60), 10)).isEmpty();
  }

  @Test
  void all_but_the_newest_are_found() {
    JobId first = ended("a");
    JobId second = ended("b");
    stores.create("still-waits");
    ended("c");

    assertThat(endedJobs.allBut(1, 10)).containsExactly(first, second);
    assertThat(endedJobs.allBut(2, 10)).containsExactly(first);
    assertThat(endedJobs.allBut(3, 10)).isEmpty();
  }

  @Test
  void a_job_is_kept_while_somebody_is_to_be_told_or_may_send_it_again() {
    JobId told = ended(Stores.job("told", "p", Map.of(), 1));
    var keyed =
        new Intake(
            List.of(Stores.job("keyed")),
            OptionalInt.empty(),
            "kind: Job",
            Optional.empty(),
            Optional.of(new Intake.Key("key", "digest")));
    JobId again = stores.intake.store(List.of(keyed)).getFirst().getFirst().id();
    stores.jobs.move(again, new JobState.Queued(), new JobState.Cancelled("asked"));

    assertThat(endedJobs.endedBefore(later(), 10)).isEmpty();
    assertThat(endedJobs.allBut(0, 10)).isEmpty();

    stores.keys.forgetBefore(later());
    var notifications = new Notifications(stores.database.jdbc());
    notifications.of(told).forEach(pending -> notifications.delivered(pending, Instant.now()));
    assertThat(endedJobs.endedBefore(later(), 10)).containsExactly(told, again);
  }

  @Test
  void nothing_is_left_of_a_removed_job_but_a_note_of_its_folder() {
    JobId id = ended(Stores.job("old", "p", Map.of("suite", "x"), 0));
    stores.attempts.create(Attempt.begin(new AttemptId(id, 1), "token", "launch", Instant.now()));

    assertThat(endedJobs.remove(id)).isTrue();
    assertThat(endedJobs.remove(id)).isFalse();

    assertThat(stores.jobs.find(id)).isEmpty();
    assertThat(stores.attempts.of(id)).isEmpty();
    assertThat(stores.jobs.events().list(id, 0, 10)).isEmpty();
    assertThat(endedJobs.removed()).containsExactly(new EndedJobs.Removed(id, Optional.empty()));
    endedJobs.forget(id);
    assertThat(endedJobs.removed()).isEmpty();
  }

  @Test
  void a_job_that_has_not_ended_is_not_removed() {
    JobId id = stores.create("hello").id();

    assertThat(endedJobs.remove(id)).isFalse();
    assertThat(stores.jobs.find(id)).isPresent();
  }

  @Test
  void files_of_an_array_stay_until_its_last_job_is_removed() {
    var array =
        new Intake(
            List.of(Stores.job("s"), Stores.job("s")),
            OptionalInt.of(0),
            "kind: Job",
            Optional.of("folder"),
            Optional.empty());
    List<Job> jobs = stores.intake.store(List.of(array)).getFirst();
    for (Job job : jobs) {
      stores.jobs.move(job.id(), new JobState.Queued(), new JobState.Cancelled("asked"));
    }

    endedJobs.remove(jobs.getFirst().id());
    assertThat(endedJobs.removed())
        .extracting(EndedJobs.Removed::files)
        .containsOnly(Optional.empty());
    endedJobs.forget(jobs.getFirst().id());
    endedJobs.remove(jobs.getLast().id());
    assertThat(endedJobs.removed())
        .extracting(EndedJobs.Removed::files)
        .containsExactly(Optional.of("folder"));
  }
}
