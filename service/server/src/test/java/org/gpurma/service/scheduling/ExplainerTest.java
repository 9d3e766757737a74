package org.gpurma.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExplainerTest {
  @Test
  void a_job_that_nothing_keeps_has_no_blocker_and_starts_now() {
    Cases cases = Cases.on(1, 4);
    Request job = cases.waits("job", 2, 10);

    Explanation why = cases.explain(job);

    assertThat(why.blockers()).isEmpty();
    assertThat(why.ahead()).isZero();
    assertThat(why.nearest().missing()).isZero();
    assertThat(why.earliest().orElseThrow().at()).isEqualTo(cases.in(0));
  }

  @Test
  void the_first_in_line_knows_how_many_gpus_it_lacks_and_when_it_starts_at_the_latest() {
    Cases cases = Cases.on(2, 4);
    cases.runs("one", 0, 3, 30);
    cases.runs("two", 1, 2, 50);
    Request job = cases.waits("job", 4, 10);

    Explanation why = cases.explain(job);

    assertThat(why.blockers()).containsExactly(new Blocker.NotEnoughFree(4, 3, 5, 0));
    assertThat(why.nearest().shares()).containsExactly(Share.of(1, 2));
    assertThat(why.nearest().missing()).isEqualTo(2);
    assertThat(why.earliest())
        .contains(new EarliestStart(cases.in(30), EarliestStart.Certainty.RESERVED));
  }

  @Test
  void gpus_that_are_free_but_scattered_are_said_to_be() {
    Cases cases = Cases.on(2, 4);
    cases.runs("one", 0, 2, 30);
    cases.runs("two", 1, 1, 50);
    Request job = cases.waits("job", 4, 10);

    assertThat(cases.explain(job).blockers()).containsExactly(new Blocker.Scattered(4, 5, 1, 3));
  }

  @Test
  void a_job_kept_back_for_another_knows_which_and_what_walltime_would_do() {
    Cases cases = Cases.on(1, 4);
    cases.runs("other", 0, 2, 30);
    Request head = cases.waits("head", 4, 10);
    Request longer = cases.waits("long", 2, 60);

    Explanation why = cases.explain(longer);

    assertThat(why.blockers()).containsExactly(new Blocker.SetAside(head.job(), cases.in(30)));
    assertThat(why.ahead()).isEqualTo(1);
    assertThat(why.nearest().walltime()).isEqualTo(Cases.minutes(30));
    assertThat(why.earliest())
        .contains(new EarliestStart(cases.in(40), EarliestStart.Certainty.FORECAST));
  }

  @Test
  void every_blocker_is_named_not_only_the_first() {
    Cases cases = Cases.on(1, 4, Cases.quota("a", 3));
    cases.runs("running", "a", 0, 2, 30);
    Request base = cases.request("job", "a", 0, Shape.of(3), 10);
    var job =
        new Request(
            base.job(),
            base.number(),
            "a",
            0,
            base.submittedAt(),
            base.walltime(),
            base.shape(),
            cases.in(5),
            true,
            "",
            0);
    cases.waits(job);

    Explanation why = cases.explain(job);

    assertThat(why.blockers())
        .containsExactly(
            new Blocker.Held(),
            new Blocker.NotBefore(cases.in(5)),
            new Blocker.QuotaExceeded("a", 3, 2, 3, OptionalLong.of(cases.in(30))),
            new Blocker.NotEnoughFree(3, 2, 2, 0));
    assertThat(why.earliest()).isEmpty();
  }

  @Test
  void a_job_that_no_node_can_ever_take_is_told_so() {
    Cases cases = Cases.on(2, 4);
    Request job = cases.waits(cases.request("job", "p", 0, new Shape(8, 1, false, GpuWish.ANY), 9));

    Explanation why = cases.explain(job);

    assertThat(why.blockers()).containsExactly(new Blocker.NeverFits(8, 8));
    assertThat(why.earliest()).isEmpty();
  }

  @Test
  void a_quota_smaller_than_the_job_never_makes_room() {
    Cases cases = Cases.on(1, 4, Cases.quota("a", 1));
    Request job = cases.waits(cases.request("job", "a", 0, Shape.of(2), 10));

    assertThat(cases.explain(job).blockers())
        .containsExactly(new Blocker.QuotaExceeded("a", 1, 0, 2, OptionalLong.empty()));
    assertThat(cases.explain(job).earliest()).isEmpty();
  }

  @Test
  void quota_set_aside_for_an_earlier_job_of_the_project_names_it() {
    Cases cases = Cases.on(1, 8, Cases.quota("a", 4));
    cases.runs("running", "a", 0, 2, 30);
    Request large = cases.waits(cases.request("large", "a", 0, Shape.of(4), 10));
    Request small = cases.waits(cases.request("small", "a", 0, Shape.of(1), 60));

    assertThat(cases.explain(small).blockers())
        .containsExactly(new Blocker.QuotaSetAside("a", large.job(), cases.in(30)));
  }

  @Test
  void a_job_further_off_than_the_forecast_looks_gets_a_lower_bound() {
    Cases cases = Cases.on(1, 1);
    cases.runs("running", 0, 1, 30);
    List<Request> jobs = IntStream.range(0, 200).mapToObj(i -> cases.waits("j", 1, 10)).toList();

    assertThat(cases.explain(jobs.get(50)).earliest())
        .contains(new EarliestStart(cases.in(30 + 500), EarliestStart.Certainty.FORECAST));
    assertThat(cases.explain(jobs.getLast()).earliest())
        .contains(new EarliestStart(cases.in(30), EarliestStart.Certainty.NOT_BEFORE));
    assertThat(cases.explain(jobs.getLast()).ahead()).isEqualTo(199);
  }

  @Test
  void a_job_that_runs_over_its_walltime_is_expected_to_end_soon() {
    Cases cases = Cases.on(1, 1);
    cases.runs("late", 0, 1, -5);
    Request job = cases.waits("job", 1, 10);

    assertThat(cases.explain(job).earliest().orElseThrow().at())
        .isEqualTo(cases.in(0) + Cases.POLICY.overrun());
  }
}
