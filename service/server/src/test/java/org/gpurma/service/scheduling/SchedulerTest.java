package org.gpurma.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  @Test
  void jobs_start_in_the_order_of_their_submission() {
    Cases cases = Cases.on(1, 4);
    cases.waits("first", 2, 10);
    cases.waits("second", 2, 10);
    cases.waits("third", 1, 10);

    assertThat(cases.starts()).containsExactly("first", "second");
  }

  @Test
  void a_gang_gets_all_its_gpus_or_none() {
    Cases cases = Cases.on(1, 4);
    cases.runs("other", 0, 1, 10);
    cases.waits("gang", 4, 10);

    assertThat(cases.starts()).isEmpty();
    assertThat(cases.decide().reservation().orElseThrow().at()).isEqualTo(cases.in(10));
  }

  @Test
  void a_short_job_overtakes_one_that_waits_and_a_long_one_does_not() {
    Cases cases = Cases.on(1, 4);
    cases.runs("other", 0, 2, 30);
    cases.waits("head", 4, 10);
    cases.waits("long", 2, 31);
    cases.waits("short", 2, 30);

    assertThat(cases.starts()).containsExactly("short");
    assertThat(cases.decide().starts().getFirst().overtakes()).isTrue();
  }

  @Test
  void a_long_job_overtakes_on_gpus_that_the_head_does_not_need() {
    Cases cases = Cases.on(2, 4);
    cases.runs("one", 0, 4, 30);
    cases.runs("two", 1, 2, 100);
    cases.waits("head", 4, 10);
    cases.waits("long", 2, 1000);

    assertThat(cases.starts()).containsExactly("long");
    assertThat(cases.decide().starts().getFirst().shares()).containsExactly(Share.of(1, 2));
  }

  @Test
  void a_priority_point_is_worth_a_quarter_of_an_hour() {
    Cases cases = Cases.on(1, 1);
    Request early = cases.request("early", "p", 0, Shape.of(1), 10);
    Request urgent = cases.request("urgent", "p", 1, Shape.of(1), 10);
    cases.waits(submitted(early, 0));
    cases.waits(submitted(urgent, 14));
    assertThat(cases.starts()).containsExactly("urgent");

    Cases later = Cases.on(1, 1);
    later.waits(submitted(early, 0));
    later.waits(submitted(urgent, 16));
    assertThat(later.starts()).containsExactly("early");
  }

  private static Request submitted(Request request, long minutes) {
    return Request.of(
        request.job(),
        request.number(),
        request.project(),
        request.priority(),
        Cases.minutes(minutes),
        request.walltime(),
        request.shape());
  }

  @Test
  void projects_take_turns_however_much_one_of_them_submits() {
    Cases cases = Cases.on(1, 6);
    for (int i = 0; i < 6; i++) {
      cases.waits(cases.request("greedy", "a", 0, Shape.of(1), 10));
    }
    for (int i = 0; i < 3; i++) {
      cases.waits(cases.request("modest", "b", 0, Shape.of(1), 10));
    }

    assertThat(cases.starts())
        .containsExactly("greedy", "modest", "greedy", "modest", "greedy", "modest");
  }

  @Test
  void a_project_of_twice_the_weight_gets_twice_as_much() {
    Cases cases = Cases.on(10, 9, new Project("heavy", 2, 0, 0), new Project("light", 1, 0, 0));
    for (int i = 0; i < 90; i++) {
      cases.waits(cases.request("heavy", "heavy", 0, Shape.of(1), 10));
      cases.waits(cases.request("light", "light", 0, Shape.of(1), 10));
    }

    assertThat(cases.starts().stream().filter("heavy"::equals)).hasSize(60);
  }

  @Test
  void what_a_project_held_of_late_counts() {
    Cases cases = Cases.on(1, 1, new Project("used", 1, 0, 5));
    cases.waits(cases.request("used", "used", 0, Shape.of(1), 10));
    cases.waits(cases.request("fresh", "fresh", 0, Shape.of(1), 10));

    assertThat(cases.starts()).containsExactly("fresh");
  }

  @Test
  void a_project_holds_no_more_than_its_quota_and_others_go_on() {
    Cases cases = Cases.on(1, 8, Cases.quota("a", 3));
    cases.waits(cases.request("a1", "a", 0, Shape.of(2), 10));
    cases.waits(cases.request("a2", "a", 0, Shape.of(2), 10));
    cases.waits(cases.request("b", "b", 0, Shape.of(4), 10));

    assertThat(cases.starts()).containsExactlyInAnyOrder("a1", "b");
  }

  @Test
  void small_jobs_of_a_project_do_not_eat_the_quota_that_its_large_one_waits_for() {
    Cases cases = Cases.on(1, 8, Cases.quota("a", 4));
    cases.runs("running", "a", 0, 2, 30);
    cases.waits(cases.request("large", "a", 0, Shape.of(4), 10));
    cases.waits(cases.request("long", "a", 0, Shape.of(1), 60));
    cases.waits(cases.request("short", "a", 0, Shape.of(1), 30));

    assertThat(cases.starts()).containsExactly("short");
  }

  @Test
  void a_gang_takes_no_more_nodes_than_it_must() {
    Cases cases = Cases.on(3, 4);
    cases.runs("other", 0, 2, 30);
    cases.runs("other", 1, 2, 60);
    cases.runs("other", 2, 2, 90);
    cases.waits("four", 4, 10);
    cases.waits("two", 2, 10);

    assertThat(cases.starts()).containsExactly("two");
    assertThat(cases.decide().reservation().orElseThrow().shares()).containsExactly(Share.of(0, 4));
  }

  @Test
  void a_large_gang_fills_whole_nodes_and_takes_the_rest_where_it_fits_best() {
    Cases cases = Cases.on(4, 4);
    cases.runs("other", 0, 1, 30);
    cases.runs("other", 1, 2, 30);
    cases.waits("ten", 10, 10);

    assertThat(cases.decide().starts().getFirst().shares())
        .containsExactly(Share.of(2, 4), Share.of(3, 4), Share.of(1, 2));
  }

  @Test
  void a_job_may_ask_for_a_number_of_nodes_with_the_same_number_of_gpus() {
    Cases cases = Cases.on(3, 4);
    cases.waits(cases.request("spread", "p", 0, new Shape(6, 3, false, GpuWish.ANY), 10));

    assertThat(cases.decide().starts().getFirst().shares())
        .containsExactly(Share.of(0, 2), Share.of(1, 2), Share.of(2, 2));
  }

  @Test
  void a_job_may_name_the_nodes_that_will_do_and_how_many_gpus_of_each() {
    Cases cases = Cases.on(3, 4);
    String second = cases.inventory().node(1).name();
    String third = cases.inventory().node(2).name();
    cases.runs("other", 1, 2, 30);
    cases.waits(cases.request("there", "p", 0, on(4, Map.of(second, 2, third, 3)), 10));
    cases.waits(cases.request("here", "p", 0, on(3, Map.of(second, 8)), 10));
    cases.waits(cases.request("none", "p", 0, on(1, Map.of("elsewhere", 8)), 10));

    assertThat(cases.decide().starts())
        .extracting(start -> Cases.name(start.request()), Start::shares)
        .containsExactly(tuple("there", List.of(Share.of(2, 3), Share.of(1, 1))));
    assertThat(Scheduler.canEverFit(cases.inventory(), on(1, Map.of("elsewhere", 8)))).isFalse();
    assertThat(Scheduler.canEverFit(cases.inventory(), on(4, Map.of(third, 3)))).isFalse();
    assertThat(Scheduler.canEverFit(cases.inventory(), on(3, Map.of(third, 3)))).isTrue();
  }

  private static Shape on(int gpus, Map<String, Integer> nodes) {
    return new Shape(gpus, 0, false, GpuWish.ANY, nodes);
  }

  @Test
  void an_exclusive_job_has_its_nodes_for_itself_and_pays_for_all_of_them() {
    Cases cases = Cases.on(2, 4, Cases.quota("a", 5));
    cases.runs("other", 0, 1, 30);
    cases.waits(cases.request("alone", "a", 0, new Shape(1, 0, true, GpuWish.ANY), 10));
    cases.waits(cases.request("more", "a", 0, Shape.of(2), 10));

    assertThat(cases.decide().starts())
        .extracting(Start::shares)
        .containsExactly(List.of(new Share(1, 1, 4)));
  }

  @Test
  void a_job_gets_the_gpus_it_wishes_for_and_any_job_the_smaller_ones_first() {
    Inventory inventory =
        Inventory.of(
            List.of(
                new Inventory.Node("big", "NVIDIA H200", 143_771, 2, 0),
                new Inventory.Node("small", "NVIDIA A100-SXM4-40GB", 40_960, 2, 0)));
    var cases = new Cases(inventory);
    cases.waits("any", 1, 10);
    cases.waits(cases.request("h", "p", 0, wish(new GpuWish("h200", 0)), 10));
    cases.waits(cases.request("memory", "p", 0, wish(new GpuWish("", 80_000)), 10));
    cases.waits(cases.request("a", "p", 0, wish(new GpuWish("A100", 0)), 10));
    cases.waits(cases.request("part", "p", 0, wish(new GpuWish("H20", 0)), 10));
    cases.waits(cases.request("letters", "p", 0, wish(new GpuWish("加速器", 0)), 10));
    cases.waits(cases.request("none", "p", 0, wish(new GpuWish("--", 0)), 10));

    assertThat(cases.decide().starts())
        .extracting(start -> Cases.name(start.request()), start -> start.shares().getFirst().node())
        .containsExactly(tuple("any", 1), tuple("h", 0), tuple("memory", 0), tuple("a", 1));
  }

  private static Shape wish(GpuWish wish) {
    return new Shape(1, 0, false, wish);
  }

  @Test
  void the_promised_job_keeps_its_place_when_fair_share_turns_and_yields_to_priority() {
    Cases cases = Cases.on(1, 4);
    cases.runs("other", "b", 0, 2, 30);
    cases.waits(cases.request("promised", "a", 0, Shape.of(4), 10));
    cases.carryOut();
    cases.runs("a-job", "a", 0, 2, 20);
    cases.waits(cases.request("fresh", "c", 0, Shape.of(4), 10));
    assertThat(Cases.name(cases.decide().reservation().orElseThrow().request()))
        .isEqualTo("promised");

    cases.waits(cases.request("urgent", "c", 100, Shape.of(4), 10));
    assertThat(Cases.name(cases.decide().reservation().orElseThrow().request()))
        .isEqualTo("urgent");
  }

  @Test
  void no_more_jobs_of_an_array_run_at_once_than_it_allows() {
    Cases cases = Cases.on(1, 8);
    for (int i = 1; i <= 5; i++) {
      Request job = cases.request("sweep", "p", 0, Shape.of(1), 10);
      cases.waits(
          new Request(
              job.job(), job.number(), "p", 0, i, job.walltime(), job.shape(), 0, false, "s", 3));
    }

    assertThat(cases.starts()).hasSize(3);
  }

  @Test
  void a_node_that_is_drained_gets_no_job() {
    Cases cases =
        new Cases(
            Inventory.of(
                List.of(
                    new Inventory.Node("drained", "GPU", 0, 8, 8),
                    new Inventory.Node("half", "GPU", 0, 8, 4))));
    cases.waits("five", 5, 10);
    cases.waits("four", 4, 10);

    assertThat(cases.starts()).containsExactly("four");
    assertThat(cases.decide().reservation()).isEmpty();
  }
}
