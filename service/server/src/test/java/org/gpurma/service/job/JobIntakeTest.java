package org.gpurma.service.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
class JobIntakeTest {
  private final Stores stores;

  JobIntakeTest(Engine engine) {
    stores = new Stores(engine);
  }

  private static Intake keyed(String name, String key) {
    return new Intake(
        List.of(Stores.job(name)),
        OptionalInt.empty(),
        "kind: Job",
        Optional.empty(),
        Optional.of(new Intake.Key(key, "digest")));
  }

  @Test
  void jobs_of_several_submissions_are_stored_together_in_their_order() {
    List<List<Job>> stored =
        stores.intake.store(
            List.of(
                Stores.single(Stores.job("a", "p", Map.of("suite", "x"), 0)),
                Stores.single(Stores.job("b"))));

    assertThat(stored).extracting(List::size).containsExactly(1, 1);
    assertThat(stores.jobs.get(new JobId("a-1"))).isEqualTo(stored.getFirst().getFirst());
    assertThat(stores.jobs.get(new JobId("a-1")).labels()).containsEntry("suite", "x");
    assertThat(stores.jobs.get(new JobId("b-2")).project()).isEqualTo("default");
  }

  @Test
  void jobs_of_an_array_know_their_places_and_share_its_id() {
    var array =
        new Intake(
            List.of(Stores.job("s"), Stores.job("s"), Stores.job("s")),
            OptionalInt.of(2),
            "kind: Job",
            Optional.of("folder"),
            Optional.empty());
    stores.create("before");

    List<Job> jobs = stores.intake.store(List.of(array)).getFirst();

    assertThat(jobs).extracting(job -> job.id().value()).containsExactly("s-2", "s-3", "s-4");
    assertThat(jobs.getLast().array()).isEqualTo(new ArrayPlace(new JobId("s-2"), 2, 3, 2));
    assertThat(stores.jobs.ofArray(new JobId("s-2"))).isEqualTo(jobs);
    assertThat(stores.jobs.filesInUse()).containsExactly("folder");
  }

  @Test
  void a_number_whose_folder_is_there_already_is_left_out() {
    stores.taken.add("hello-1");
    stores.taken.add("hello-2");

    assertThat(stores.create("hello").id()).hasToString("hello-3");
    assertThat(stores.create("hello").id()).hasToString("hello-4");
  }

  @Test
  void of_a_batch_that_cannot_be_stored_nothing_is() {
    stores.intake.store(List.of(keyed("first", "key")));

    assertThatThrownBy(
            () ->
                stores.intake.store(
                    List.of(Stores.single(Stores.job("good")), keyed("second", "key"))))
        .isInstanceOf(RuntimeException.class);

    assertThat(stores.jobs.open()).extracting(Job::name).containsExactly("first");
    assertThat(stores.create("next").id()).hasToString("next-2");
  }

  @Test
  void a_key_leads_to_its_submission() {
    Job job = stores.intake.store(List.of(keyed("first", "key"))).getFirst().getFirst();

    assertThat(stores.keys.find("key")).contains(new SubmissionKeys.Known("digest", job.id()));
    assertThat(stores.keys.find("other")).isEmpty();
    stores.keys.forgetBefore(job.createdAt().plusSeconds(1));
    assertThat(stores.keys.find("key")).isEmpty();
  }

  @Test
  void whoever_is_to_be_told_of_events_is_noted_down_with_each() {
    Job job = stores.create(Stores.job("told", "p", Map.of(), 2));
    stores.jobs.hold(job.id(), true);

    assertThat(
            stores
                .database
                .jdbc()
                .sql("select position, target from notification order by position, target")
                .query((row, _) -> row.getInt(1) + "/" + row.getInt(2))
                .list())
        .containsExactly("0/0", "0/1", "1/0", "1/1");
  }
}
