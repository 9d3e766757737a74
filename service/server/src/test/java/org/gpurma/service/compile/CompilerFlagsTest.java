package org.gpurma.service.compile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompilerFlagsTest {
  /** CUDA's occupancy calculator for compute capability 9.0. */
  @ParameterizedTest
  @CsvSource({"1,255", "64,255", "256,255", "257,224", "384,168", "512,128", "768,80", "1024,64"})
  void a_thread_has_as_many_registers_as_let_one_rank_run(int threadsPerRank, int registers) {
    assertThat(CompilerFlags.registersThatOneRankLeaves(threadsPerRank)).isEqualTo(registers);
  }
}
