package org.gpurma.service.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MpirunReportTest {
  @Test
  void a_killed_process_is_named_with_its_signal() {
    assertThat(
            MpirunReport.parse(
                """
                --------------------------------------------------------------------------
                Primary job  terminated normally, but 1 process returned
                a non-zero exit code. Per user-direction, the job has been aborted.
                --------------------------------------------------------------------------
                mpirun noticed that process rank 1 with PID 0 on node vm exited on signal 9 (Killed).
                --------------------------------------------------------------------------
                """))
        .contains(new MpirunReport.KilledBySignal(1, 9, "Killed"));
  }

  @Test
  void an_exit_code_is_named_with_its_process() {
    assertThat(
            MpirunReport.parse(
                """
                mpirun detected that one or more processes exited with non-zero status, thus causing
                the job to be terminated. The first process to do so was:

                  Process name: [[18643,1],1]
                  Exit code:    3
                --------------------------------------------------------------------------
                """))
        .contains(new MpirunReport.ExitedWith(1, 3));
  }

  @Test
  void a_program_that_cannot_be_started_is_named() {
    assertThat(
            MpirunReport.parse(
                """
                mpirun was unable to launch the specified application as it could not access
                or execute an executable:

                Executable: /nonexistent
                Node: vm
                """))
        .contains(new MpirunReport.CouldNotStart("/nonexistent"));
  }

  @Test
  void anything_else_names_nobody() {
    assertThat(MpirunReport.parse("some words\n")).isEmpty();
  }
}
