package org.gpurma.service.jobspec;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A good job spec, and the folder with the files that it names. */
abstract class JobSpecsFixture {
  static final String GOOD =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: diffusion, labels: {suite: case-study}}
      program: {file: kernel.cu, entry: diffuse, threadsPerRank: 64}
      resources: {gpus: 2, ranksPerGpu: 8}
      memory: {managedMiB: 16}
      parameters: {i: 4, j: 3, folder: fields}
      buffers:
        - name: in
          type: float32
          shape: ["${i + 4}", "${j}"]
          distribute: {over: ranks, halo: 2}
          input: "${folder}/${i}x${j}.f32"
        - {name: out, type: float32, shape: ["${i}", "${j}"], output: out.f32}
      userdata:
        - {name: rows, type: int32, value: "${i}"}
        - {name: in, type: pointer, buffer: in}
        - {name: first, type: int32, fact: deviceIndex}
      check:
        - compare: {output: out.f32, type: float32, reference: out.f64, referenceType: float64, absolute: 1e-6}
        - logs: {everyRank: "rank ${rank} of ${ranks} with ${i}"}
      walltime: 10m
      """;

  @TempDir Path root;

  final JobSpecs specs = new JobSpecs(() -> new ClusterLimits(2, "Emulated GPU"));

  @BeforeEach
  void files() throws IOException {
    Files.writeString(
        root.resolve("kernel.cu"),
        "// __global__ void old(int)\n__global__ __launch_bounds__(64) void diffuse(gpurma_context_handle c) {}");
    Files.createDirectories(root.resolve("fields"));
    Files.write(root.resolve("fields/4x3.f32"), new byte[8 * 3 * 4]);
    Files.write(root.resolve("out.f64"), new byte[4 * 3 * 8]);
    Files.writeString(root.resolve("Reduce.java"), "// package no.longer;\nfinal class Reduce {}");
    Files.writeString(root.resolve("Packaged.java"), "package org.example;\nclass Packaged {}");
    try (var jar = new ZipOutputStream(Files.newOutputStream(root.resolve("host.jar")))) {
      jar.putNextEntry(new ZipEntry("org/example/Host.class"));
    }
  }

  JsonNode resolve(String text, String... settings) {
    return specs
        .resolve(
            specs.read(text.getBytes(StandardCharsets.UTF_8), SpecFormat.YAML),
            List.of(settings),
            new JobFolder(root))
        .jobs()
        .getFirst()
        .tree();
  }

  List<SpecError> errors(String text, String... settings) {
    var refused =
        catchThrowableOfType(InvalidJobSpecException.class, () -> resolve(text, settings));
    return refused == null ? List.of() : refused.errors();
  }
}
