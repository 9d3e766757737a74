package org.gpurma.runtime.blockmanager;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.fakes.FakeRank;
import org.gpurma.runtime.records.CommandDescriptor;
import org.junit.jupiter.api.Test;

class MemoryCommandsTest extends TwoProcesses {
  @Test
  void anAllocationIsAnsweredWithItsAddressAndToken() {
    FakeRank rank = first.ranks.get(1);
    rank.allocate(100, 42);
    first.work();
    FakeRank.Answer answer = rank.answer().orElseThrow();
    assertThat(answer.opcode()).isEqualTo(CommandDescriptor.MEM_ALLOC);
    assertThat(answer.token()).isEqualTo(42);
    assertThat(answer.status()).isZero();
    assertThat(answer.value() % 256).isZero();
    assertThat(answer.value()).isNotZero();
  }

  @Test
  void anExhaustedPoolAnswersNull() {
    assertThat(first.allocate(0, ProcessFixture.MANAGED_BYTES)).isNotZero();
    assertThat(first.allocate(0, 1)).isZero();
    assertThat(first.failures.isEnding()).isFalse();
  }

  @Test
  void memoryCanBeFreedOnce() {
    long address = first.allocate(0, 100);
    first.ranks.get(0).free(address, 7);
    first.ranks.get(0).free(0, 8);
    first.work();
    assertThat(first.ranks.get(0).answer()).isPresent();
    assertThat(first.ranks.get(0).answer()).isPresent();

    first.ranks.get(0).free(address, 9);
    first.work();
    assertThat(first.failures.first())
        .containsInstanceOf(Failure.ApiMisuse.class)
        .hasValueSatisfying(
            failure ->
                assertThat(failure.message())
                    .contains("rank 0")
                    .contains(Long.toHexString(address)));
  }

  @Test
  void aWindowOutsideOfManagedMemoryIsRefused() {
    first.ranks.get(1).createWindow(WINDOW, 0x1000, 16, 1);
    first.work();
    assertThat(first.failures.first())
        .containsInstanceOf(Failure.WindowMisuse.class)
        .hasValueSatisfying(
            failure -> assertThat(failure.message()).contains("rank 1").contains("0x1000"));
    assertThat(first.ranks.get(1).answer()).isEmpty();
  }

  @Test
  void anEmptyWindowMayLieAnywhere() {
    first.ranks.get(0).createWindow(WINDOW, 0, 0, 5);
    first.work();
    assertThat(first.ranks.get(0).answer().orElseThrow().token()).isEqualTo(5);
  }
}
