package org.gpurma.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.job.FailureReason;
import org.gpurma.service.job.JobState;
import org.gpurma.service.launch.LaunchExit;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final LaunchExit GOOD = new LaunchExit(OptionalInt.of(0));
  private static final LaunchExit BAD = new LaunchExit(OptionalInt.of(137));
  private static final LaunchExit UNSEEN = new LaunchExit(OptionalInt.empty());
  private static final FailureInfo REPORTED =
      new FailureInfo("ASSERTION", 3L, 0, "node", "emulated-0", "kernel.cu", 12, "x == 1");
  private static final FailureInfo CRASH =
      new FailureInfo(
          "CRASH", null, 1, "node", "emulated-1", null, null, "ended by signal 9 (Killed)");

  private static JobState end(
      EndCause cause, LaunchExit exit, FailureInfo failure, FailureInfo crash, boolean all) {
    return new Verdict(cause, exit, failure, crash, all, true, "1h", "output")
        .endState()
        .orElse(new JobState.Succeeded());
  }

  private static FailureReason reason(JobState state) {
    return ((JobState.Failed) state).why();
  }

  @Test
  void a_job_whose_processes_all_finished_is_left_to_its_checks() {
    assertThat(end(EndCause.BY_ITSELF, GOOD, null, null, true))
        .isInstanceOf(JobState.Succeeded.class);
    assertThat(end(EndCause.BY_ITSELF, UNSEEN, null, null, true))
        .isInstanceOf(JobState.Succeeded.class);
  }

  @Test
  void a_reported_failure_outweighs_what_mpirun_says_of_its_consequences() {
    JobState end = end(EndCause.FAILURE, BAD, REPORTED, CRASH, false);

    assertThat(reason(end)).isEqualTo(FailureReason.PROGRAM_FAILED);
    assertThat(end.message())
        .isEqualTo("rank 3, process 0 on node, GPU emulated-0, kernel.cu:12: x == 1");
  }

  @Test
  void a_crash_names_process_and_signal() {
    JobState end = end(EndCause.BY_ITSELF, BAD, null, CRASH, false);

    assertThat(reason(end)).isEqualTo(FailureReason.PROCESS_CRASHED);
    assertThat(end.message())
        .isEqualTo("process 1 on node, GPU emulated-1: ended by signal 9 (Killed)");
  }

  @Test
  void cancel_and_walltime_outweigh_the_exit_they_cause() {
    assertThat(end(EndCause.CANCEL, BAD, null, CRASH, false))
        .isInstanceOf(JobState.Cancelled.class);
    assertThat(reason(end(EndCause.WALLTIME, BAD, null, CRASH, false)))
        .isEqualTo(FailureReason.WALLTIME_EXCEEDED);
  }

  @Test
  void processes_that_nobody_saw_end_are_lost() {
    assertThat(reason(end(EndCause.BY_ITSELF, UNSEEN, null, null, false)))
        .isEqualTo(FailureReason.LOST);
  }

  @Test
  void an_exit_code_of_zero_without_every_process_finished_is_no_success() {
    assertThat(reason(end(EndCause.BY_ITSELF, GOOD, null, null, false)))
        .isEqualTo(FailureReason.PROCESS_CRASHED);
  }

  @Test
  void an_exit_code_after_every_process_has_finished_does_not_go_unsaid() {
    JobState end = end(EndCause.BY_ITSELF, BAD, null, null, true);

    assertThat(reason(end)).isEqualTo(FailureReason.PROCESS_CRASHED);
    assertThat(end.message())
        .startsWith("mpirun ended with code 137 (signal 9) after every process had finished");
  }

  @Test
  void mpirun_that_starts_nothing_is_a_failed_launch_with_its_words() {
    JobState end =
        new Verdict(EndCause.BY_ITSELF, BAD, null, null, false, false, "1h", "no slots")
            .endState()
            .orElseThrow();

    assertThat(reason(end)).isEqualTo(FailureReason.LAUNCH_FAILED);
    assertThat(end.message()).contains("no slots");
  }
}
