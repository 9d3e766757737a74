package org.gpurma.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.wire.FailureKind;
import org.junit.jupiter.api.Test;

class FailureRecordsTest {

  @Test
  void aDeadlockIsOfNoRank() {
    var record = FailureRecords.record(new Failure.Deadlock("all wait")).getFailure();
    assertThat(record.getKind()).isEqualTo(FailureKind.DEADLOCK);
    assertThat(record.getMessage()).isEqualTo("all wait");
    assertThat(record.hasRank()).isFalse();
  }

  @Test
  void anAssertionSaysWhoFailedWhere() {
    var record =
        FailureRecords.record(
                new Failure.AssertionFailed(OptionalInt.of(9), "kernel.cu", 12, "x == 1"))
            .getFailure();
    assertThat(record.getKind()).isEqualTo(FailureKind.ASSERTION);
    assertThat(record.getRank()).isEqualTo(9);
    assertThat(record.getFile()).isEqualTo("kernel.cu");
    assertThat(record.getLine()).isEqualTo(12);
  }
}
