package org.gpurma.runtime.ranklog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RealFormatTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, -0",
    "1, 1",
    "100000, 100000",
    "1000000, 1e+06",
    "123456.7, 123457",
    "999999.5, 1e+06",
    "0.0001, 0.0001",
    "0.00001234567, 1.23457e-05",
    "3.14159265358979, 3.14159",
    "-2.5, -2.5",
    "1e300, 1e+300",
    "4.9e-324, 4.94066e-324",
    "7407.698971965, 7407.7",
    "NaN, nan",
    "Infinity, inf",
    "-Infinity, -inf",
  })
  void numbersLookAsACppStreamPrintsThem(double value, String text) {
    assertThat(RealFormat.format(value)).isEqualTo(text);
  }
}
