package org.gpurma.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.gpurma.service.testing.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("org.gpurma.service.testing.Engine#here")
class JobListsTest {
  private final Stores stores;

  JobListsTest(Engine engine) {
    stores = new Stores(engine);
  }

  private List<String> all(JobFilter filter, int limit) {
    List<String> ids = new ArrayList<>();
    JobPage page = stores.lists.list(filter, OptionalLong.empty(), limit);
    page.jobs().forEach(job -> ids.add(job.id().value()));
    while (page.next().isPresent()) {
      page = stores.lists.list(filter, page.next(), limit);
      page.jobs().forEach(job -> ids.add(job.id().value()));
    }
    return ids;
  }

  private static JobFilter filter(
      Set<String> states, String project, String name, Map<String, String> labels) {
    return new JobFilter(
        states,
        project == null ? Set.of() : Set.of(project),
        Optional.ofNullable(name),
        Optional.empty(),
        labels);
  }

  @Test
  void pages_go_from_new_to_old_without_gap_or_repetition() {
    for (int i = 0; i < 5; i++) {
      stores.create("job");
    }

    for (int limit = 1; limit <= 6; limit++) {
      assertThat(all(JobFilter.ALL, limit))
          .containsExactly("job-5", "job-4", "job-3", "job-2", "job-1");
    }
    var running =
        new JobFilter(Set.of("RUNNING"), Set.of(), Optional.empty(), Optional.empty(), Map.of());
    assertThat(all(running, 2)).isEmpty();
  }

  @Test
  void filters_hold_together_and_pages_of_several_states_are_merged() {
    stores.create(Stores.job("a", "p", Map.of("suite", "x", "stage", "1"), 0));
    stores.create(Stores.job("b", "p", Map.of("suite", "x"), 0));
    stores.create(Stores.job("a", "q", Map.of("suite", "y"), 0));
    stores.create(Stores.job("a", "p", Map.of(), 0));
    stores.jobs.move(new JobId("b-2"), new JobState.Queued(), new JobState.Cancelled(""));
    stores.jobs.move(new JobId("a-4"), new JobState.Queued(), new JobState.Cancelled(""));

    assertThat(all(filter(Set.of(), "p", null, Map.of()), 1)).containsExactly("a-4", "b-2", "a-1");
    assertThat(all(filter(Set.of(), "p", "a", Map.of()), 1)).containsExactly("a-4", "a-1");
    assertThat(all(filter(Set.of(), null, null, Map.of("suite", "x")), 1))
        .containsExactly("b-2", "a-1");
    assertThat(all(filter(Set.of(), null, null, Map.of("suite", "x", "stage", "1")), 1))
        .containsExactly("a-1");
    assertThat(all(filter(Set.of("QUEUED", "CANCELLED"), null, null, Map.of()), 1))
        .containsExactly("a-4", "a-3", "b-2", "a-1");
    assertThat(all(filter(Set.of("CANCELLED"), "p", "a", Map.of()), 1)).containsExactly("a-4");
  }
}
