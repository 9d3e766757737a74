package org.gpurma.client.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpurma.model.BadMeasurementsException;
import org.gpurma.model.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasurementFileTest {

  private static final String GOOD =
      """
      unit,operation,implementation,path,bytes,ranks,threads,rounds,repetitions,median,minimum,maximum
      us,put_notify,gpurma,peer,8,2,256,1000,7,0.9,0.8,1e+01
      """;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("results.csv"), text);
  }

  @Test
  void columnsAreFoundByTheirNames() throws IOException {
    assertThat(MeasurementFile.read(file(GOOD)))
        .containsExactly(
            new Measurement(
                "gpurma", "put_notify", "peer", 8, 2, 256, 1000, 7, 0.9, 0.8, 10, "us"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ",0.8,|,|line 2: 11 values for 12 columns",
        "gpurma,peer,8|gpurma,peer,eight|line 2: bytes 'eight' is not a whole number",
        "0.9|fast|line 2: median 'fast' is not a number",
        "unit,operation|units,operation|has no column 'unit'",
      })
  void whatIsWrongIsNamedWithItsPlace(String good, String bad, String message) throws IOException {
    assertThat(GOOD).contains(good);
    Path file = file(GOOD.replace(good, bad));

    assertThatThrownBy(() -> MeasurementFile.read(file))
        .isInstanceOf(BadMeasurementsException.class)
        .hasMessageContaining("results.csv")
        .hasMessageContaining(message);
  }

  @Test
  void anEmptyFileAndNoFileAreNamed() throws IOException {
    Path empty = file("");

    assertThatThrownBy(() -> MeasurementFile.read(empty)).hasMessageContaining("is empty");
    assertThatThrownBy(() -> MeasurementFile.read(folder.resolve("none.csv")))
        .hasMessageContaining("Cannot read")
        .hasMessageContaining("none.csv");
  }
}
