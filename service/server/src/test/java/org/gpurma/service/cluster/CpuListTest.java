package org.gpurma.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListTest {
  @ParameterizedTest
  @ValueSource(strings = {"0", "0-3", "0-3,8", "1,3,5-7,10"})
  void cpu_lists_are_read_and_written_alike(String text) {
    assertThat(CpuList.format(CpuList.parse(text))).isEqualTo(text);
  }

  @Test
  void a_cpu_that_is_listed_twice_is_one() {
    assertThat(CpuList.parse("4, 0-2,1")).containsExactly(0, 1, 2, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "3-1", "1,", "-1", "0-65536", "99999999999"})
  void what_is_no_cpu_list_is_refused(String text) {
    assertThatThrownBy(() -> CpuList.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no CPU list such as 0-3,8");
  }
}
