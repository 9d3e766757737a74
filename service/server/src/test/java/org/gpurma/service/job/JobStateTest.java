package org.gpurma.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JobStateTest {
  private static final List<JobState> ALL =
      List.of(
          new JobState.Queued(),
          new JobState.Compiling(),
          new JobState.Starting(),
          new JobState.Running(),
          new JobState.Finishing(),
          new JobState.Succeeded(),
          new JobState.Failed(FailureReason.CHECK_FAILED, "wrong"),
          new JobState.Cancelled("asked"));

  @Test
  void a_job_that_succeeded_stays_as_it_is_and_another_that_ended_may_only_be_tried_again() {
    assertThat(ALL).noneMatch(new JobState.Succeeded()::mayBecome);
    for (JobState ended : ALL.stream().filter(JobState::ended).toList()) {
      assertThat(ALL)
          .noneMatch(next -> ended.mayBecome(next) && !next.equals(new JobState.Queued()));
    }
    assertThat(new JobState.Cancelled("").mayBecome(new JobState.Queued())).isTrue();
  }

  @Test
  void every_living_job_may_fail_or_be_cancelled() {
    for (JobState living : ALL.stream().filter(state -> !state.ended()).toList()) {
      assertThat(living.mayBecome(new JobState.Failed(FailureReason.LOST, ""))).isTrue();
      assertThat(living.mayBecome(new JobState.Cancelled(""))).isTrue();
    }
  }

  @Test
  void only_checked_results_succeed() {
    assertThat(ALL.stream().filter(state -> state.mayBecome(new JobState.Succeeded())))
        .containsExactly(new JobState.Finishing());
  }

  @Test
  void a_state_comes_back_from_its_words() {
    for (JobState state : ALL) {
      assertThat(JobState.of(state.word(), state.reason(), state.message())).isEqualTo(state);
    }
  }
}
