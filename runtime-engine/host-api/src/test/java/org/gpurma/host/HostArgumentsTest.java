package org.gpurma.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostArgumentsTest {

  @TempDir private Path folder;
  private HostArguments arguments;

  @BeforeEach
  void files() throws IOException {
    Files.createDirectories(folder.resolve("files/fields"));
    Files.writeString(folder.resolve("files/fields/in.f64"), "12345678");
    Files.writeString(folder.resolve("secret"), "no file of the job");
    arguments =
        new HostArguments(
            Map.of("steps", "10", "scale", "0.5", "mode", "fast"),
            folder.resolve("files"),
            folder.resolve("out"),
            Set.of("sum.txt", "part.3.f64"));
  }

  @Test
  void parametersHaveTypes() {
    assertThat(arguments.integer("steps")).isEqualTo(10);
    assertThat(arguments.real("scale")).isEqualTo(0.5);
    assertThat(arguments.real("steps")).isEqualTo(10.0);
    assertThat(arguments.text("mode")).isEqualTo("fast");
  }

  @Test
  void aParameterOfAnotherTypeIsNamed() {
    refused(() -> arguments.integer("scale"), "parameter scale of the job spec is '0.5'");
    refused(() -> arguments.real("mode"), "not a number");
  }

  @Test
  void anUnknownParameterIsAnErrorThatNamesTheKnownOnes() {
    refused(() -> arguments.text("step"), "no parameter 'step' (it has: mode, scale, steps)");
  }

  @Test
  void filesOfTheJobAreFound() throws IOException {
    assertThat(Files.size(arguments.input("fields/in.f64"))).isEqualTo(8);
  }

  @Test
  void noFileOutsideOfTheJobIsFound() {
    refused(() -> arguments.input("fields/none.f64"), "list it under program.host.files");
    refused(() -> arguments.input("../secret"), "no file '../secret'");
    refused(() -> arguments.input("fields"), "no file 'fields'");
  }

  @Test
  void outputsAreThoseOfTheJobSpec() {
    assertThat(arguments.output("part.3.f64")).isEqualTo(folder.resolve("out/part.3.f64"));
    refused(
        () -> arguments.output("part.4.f64"),
        "no output 'part.4.f64' (it has: part.3.f64, sum.txt); list it under program.host.outputs");
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(GpuRmaException.NotInJobSpec.class)
        .hasMessageContaining(message);
  }
}
