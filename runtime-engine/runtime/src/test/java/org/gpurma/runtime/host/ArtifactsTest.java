package org.gpurma.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gpurma.runtime.report.OutputSink;
import org.gpurma.wire.HostProgram;
import org.gpurma.wire.RunSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactsTest {

  private static final RunSpec SPEC =
      RunSpec.newBuilder()
          .setHostProgram(
              HostProgram.newBuilder().addAllOutputs(List.of("sum.txt", "part.${process}.f64")))
          .build();

  @TempDir private Path folder;

  @Test
  void oneFileOfTheJobIsProcessZerosAndEveryProcessHasItsOwn() {
    assertThat(Artifacts.of(SPEC, folder, 0).names())
        .containsExactlyInAnyOrder("sum.txt", "part.0.f64");
    assertThat(Artifacts.of(SPEC, folder, 3).names()).containsExactly("part.3.f64");
    assertThat(Artifacts.of(RunSpec.getDefaultInstance(), folder, 3).names())
        .containsExactly("userdata.3.bin");
  }

  @Test
  void whatWasWrittenIsSentWhole() throws IOException {
    Artifacts artifacts = Artifacts.of(SPEC, folder, 0);
    byte[] content = new byte[(2 << 20) + 5];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31 + i / 977);
    }
    artifacts.makeFolder();
    Files.write(artifacts.folder().resolve("part.0.f64"), content);
    Files.writeString(artifacts.folder().resolve("undeclared"), "stays");

    artifacts.send(new OutputSink(folder, Optional.empty(), Duration.ofSeconds(1)));

    assertThat(Files.readAllBytes(folder.resolve("out/part.0.f64"))).isEqualTo(content);
    assertThat(folder.resolve("out/undeclared")).doesNotExist();
    assertThat(folder.resolve("out/sum.txt")).doesNotExist();
  }
}
