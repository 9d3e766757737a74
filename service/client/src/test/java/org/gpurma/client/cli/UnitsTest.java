package org.gpurma.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnitsTest {

  @Test
  void showsAgesInTheUnitThatKeepsThemShort() {
    assertThat(Units.age(Duration.ofSeconds(99))).isEqualTo("99 s");
    assertThat(Units.age(Duration.ofMinutes(99))).isEqualTo("99 min");
    assertThat(Units.age(Duration.ofHours(71))).isEqualTo("71 h");
    assertThat(Units.age(Duration.ofDays(3))).isEqualTo("3 d");
    assertThat(Units.age(Duration.ofSeconds(-1))).isEqualTo("0 s");
  }

  @Test
  void showsKernelTimesWithThreeDigitsOrMore() {
    assertThat(Units.millis(0.4567)).isEqualTo("0.457 ms");
    assertThat(Units.millis(12.34)).isEqualTo("12.3 ms");
    assertThat(Units.millis(3016.2)).isEqualTo("3.016 s");
  }

  @Test
  void showsBytesInBinaryUnits() {
    assertThat(Units.bytes(1023)).isEqualTo("1023 B");
    assertThat(Units.bytes(59904)).isEqualTo("58.5 KiB");
    assertThat(Units.bytes(3 << 20)).isEqualTo("3.0 MiB");
  }
}
