package org.gpurma.client.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmissionReaderTest {

  @TempDir Path folder;

  @BeforeEach
  void aFolderWithMoreThanOneJobNeeds() throws IOException {
    put("kernel.cu", "#include \"gpurma_device.cu.h\"\n  # include \"src/stencil.cuh\"\n");
    put("src/stencil.cuh", "#include \"../limits.h\"\n#include \"stencil.cuh\"");
    put("limits.h", "");
    put("fields/24x24x26/in.f32", "small");
    put("fields/64x64x26/in.f32", "large");
    put("notes.txt", "");
    put(".secret/in.f32", "");
  }

  @Test
  void takesTheFilesThatTheSpecNamesAndWhatTheyInclude() throws IOException {
    assertThat(
            names(
                """
                program: {file: kernel.cu}
                parameters: {i: 24, j: 24, k: 26}
                buffers:
                  - {name: in, input: "fields/${i}x${ j }x${k}/in.f32"}
                """,
                Map.of()))
        .containsExactly("fields/24x24x26/in.f32", "kernel.cu", "limits.h", "src/stencil.cuh");
  }

  @Test
  void fillsInParametersSetFromOutside() throws IOException {
    assertThat(
            names(
                """
                parameters: {i: 24}
                buffers: [{input: "fields/${i}x${i}x26/in.f32"}]
                """,
                Map.of("i", "64")))
        .containsExactly("fields/64x64x26/in.f32");
  }

  @Test
  void takesEveryFileThatAnExpressionMayMean() throws IOException {
    assertThat(
            names(
                """
                parameters: {i: 12}
                buffers: [{input: "fields/${i * 2}x${i + 12}x26/in.f32", shape: ["${i * i}"]}]
                """,
                Map.of()))
        .containsExactly("fields/24x24x26/in.f32", "fields/64x64x26/in.f32");
  }

  @Test
  void takesAFileThatAParameterNames() throws IOException {
    assertThat(names("parameters: {in: fields/24x24x26/in.f32}\nx: \"${in}\"", Map.of()))
        .containsExactly("fields/24x24x26/in.f32");
    assertThat(names("x: \"${in}\"", Map.of("in", "notes.txt"))).containsExactly("notes.txt");
  }

  @Test
  void readsJsonAsWell() throws IOException {
    assertThat(names("{\"program\":{\"file\":\"notes.txt\"}}", Map.of()))
        .containsExactly("notes.txt");
  }

  @Test
  void takesWhatAnInlineProgramIncludes() throws IOException {
    assertThat(names("program: {source: \"#include \\\"limits.h\\\"\\n\"}", Map.of()))
        .containsExactly("limits.h");
  }

  @Test
  void leavesFilesOutsideTheFolderToTheServicesRefusal() throws IOException {
    assertThat(names("a: ../other.cu\nb: /etc/hostname\nc: absent.cu", Map.of())).isEmpty();
  }

  @Test
  void refusesALinkThatLeavesTheFolder(@TempDir Path elsewhere) throws IOException {
    Path target = Files.writeString(elsewhere.resolve("key"), "");
    Files.createSymbolicLink(folder.resolve("in.f32"), target);

    assertThatThrownBy(() -> names("input: in.f32", Map.of()))
        .isInstanceOf(UnusableJobException.class)
        .hasMessageContaining("in.f32")
        .hasMessageContaining("leaves the job's folder");
  }

  @Test
  void sendsASpecThatIsNoYamlAloneForTheServiceToPointAtTheFault() throws IOException {
    assertThat(names("a: [kernel.cu", Map.of())).isEmpty();
  }

  @Test
  void refusesMoreThanASubmissionMayHaveAndNamesTheLargestFile() throws IOException {
    put("big.bin", "x".repeat(3 << 20));
    Path spec = put("job.yaml", "[big.bin, notes.txt]");

    assertThatThrownBy(() -> new SubmissionReader(2 << 20).read(spec, Map.of()))
        .isInstanceOf(UnusableJobException.class)
        .hasMessageContaining("3 MiB together, more than the 2 MiB")
        .hasMessageContaining("largest is big.bin");
  }

  @Test
  void refusesAFileThatIsNoText() throws IOException {
    Path spec = Files.write(folder.resolve("job.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThatThrownBy(() -> new SubmissionReader().read(spec, Map.of()))
        .isInstanceOf(UnusableJobException.class)
        .hasMessageContaining("not UTF-8 text");
  }

  private List<String> names(String spec, Map<String, String> overrides) throws IOException {
    Submission submission = new SubmissionReader().read(put("job.yaml", spec), overrides);
    return submission.files().stream().map(JobFile::name).toList();
  }

  private Path put(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
