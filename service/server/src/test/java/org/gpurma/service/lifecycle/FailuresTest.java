package org.gpurma.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpurma.service.job.ProcessInfo;
import org.gpurma.wire.Failure;
import org.gpurma.wire.FailureKind;
import org.junit.jupiter.api.Test;

class FailuresTest {

  private static final List<ProcessInfo> PROCESSES =
      List.of(ProcessInfo.planned(0, "node", "emulated-0", "emulator", "0"));

  @Test
  void misuse_by_a_rank_is_its_processs() {
    Failure misuse =
        Failure.newBuilder().setKind(FailureKind.API_MISUSE).setRank(3).setMessage("m").build();
    assertThat(Failures.reported(0, misuse, PROCESSES).rank()).isEqualTo(3);
    assertThat(Failures.reported(0, misuse, PROCESSES).process()).isZero();
    assertThat(Failures.reported(0, misuse, PROCESSES).gpu()).isEqualTo("emulated-0");
  }

  @Test
  void collectives_that_do_not_match_are_not_those_of_the_process_that_found_it() {
    Failure misuse = Failure.newBuilder().setKind(FailureKind.API_MISUSE).setMessage("m").build();
    assertThat(Failures.reported(0, misuse, PROCESSES).kind()).isEqualTo("API_MISUSE");
    assertThat(Failures.reported(0, misuse, PROCESSES).process()).isNull();
    assertThat(Failures.reported(0, misuse, PROCESSES).gpu()).isNull();
  }
}
