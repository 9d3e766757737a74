package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The case studies and their baselines, small, on the emulator: every one is as its serial run. */
class CaseStudiesTest {
  private static final Path JOB_SPECS = Path.of(System.getProperty("gpurma.test.job-specs"));

  @TempDir private static Path folder;
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() {
    service =
        new RunningService(
            folder.resolve("data"),
            Path.of(System.getProperty("gpurma.test.bundle")),
            null,
            "--gpurma.job-specs=" + JOB_SPECS,
            "--gpurma.emulated.gpus=4");
    api = service.api();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static JsonNode run(String spec, String settings) throws IOException {
    Path file = JOB_SPECS.resolve(spec);
    String query = "?folder=" + file.getParent().getFileName();
    for (String setting : (settings + " steps=1 samples=1").split(" ")) {
      query += "&set=" + setting;
    }
    HttpResponse<String> response = api.submit(Files.readString(file), query);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return api.ended(Api.json(response).path("id").asString());
  }

  private static List<JsonNode> rows(JsonNode job) {
    String path = "/api/v1/jobs/" + job.path("id").asString() + "/outputs/results.json";
    return Api.json(api.get(path)).valueStream().toList();
  }

  private static void requireRow(JsonNode job, String name, String model, int gpus) {
    assertThat(job.at("/status/state").asString()).as(job.toPrettyString()).isEqualTo("SUCCEEDED");
    assertThat(rows(job)).hasSize(1);
    JsonNode row = rows(job).getFirst();
    assertThat(row.path("case").asString()).isEqualTo(name);
    assertThat(row.path("model").asString()).isEqualTo(model);
    assertThat(row.path("gpus").asInt()).isEqualTo(gpus);
    assertThat(row.path("median").asDouble()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "horizontal-diffusion/four-stencils.yaml, horizontal-diffusion, gpus=2 variant=hd",
    "horizontal-diffusion/four-stencils.yaml, horizontal-diffusion, gpus=2 variant=hd-overlap",
    "horizontal-diffusion/four-stencils.yaml, horizontal-diffusion, gpus=2 variant=hd-nooverlap",
    "stencil/job.yaml, stencil, gpus=2",
    "particles/job.yaml, particles, gpus=2",
    "power-iteration/job.yaml, power-iteration, gpus=2",
  })
  void ranks_compute_what_a_serial_run_does(String spec, String name, String settings)
      throws IOException {
    requireRow(run(spec, settings), name, "gpurma", 2);
  }

  @ParameterizedTest
  @CsvSource({
    "spmv/job.yaml, spmv",
    "power-iteration/job.yaml, power-iteration",
    "spmv/mpi-cuda.yaml, spmv",
    "power-iteration/mpi-cuda.yaml, power-iteration",
  })
  void a_square_of_gpus_computes_what_a_serial_run_does(String spec, String name)
      throws IOException {
    String model = spec.endsWith("job.yaml") ? "gpurma" : "mpi-cuda";

    requireRow(run(spec, "gpus=4"), name, model, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stencil", "power-iteration"})
  void ranks_that_reach_each_other_by_the_network_only_compute_the_same(String name)
      throws IOException {
    String spec = Files.readString(JOB_SPECS.resolve(name).resolve("job.yaml"));
    String query = "?folder=" + name + "&set=gpus=2&set=steps=1&set=samples=1";

    HttpResponse<String> response = api.submit(spec + "transport: {path: network}\n", query);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    requireRow(api.ended(Api.json(response).path("id").asString()), name, "gpurma", 2);
  }

  @ParameterizedTest
  @CsvSource({
    "horizontal-diffusion/mpi-cuda.yaml, horizontal-diffusion, variant=hd",
    "horizontal-diffusion/mpi-cuda.yaml, horizontal-diffusion, variant=hd-overlap",
    "horizontal-diffusion/mpi-cuda.yaml, horizontal-diffusion, variant=hd-nooverlap",
    "stencil/mpi-cuda.yaml, stencil, gpus=2",
    "particles/mpi-cuda.yaml, particles, gpus=2",
    "power-iteration/mpi-cuda.yaml, power-iteration, gpus=2",
  })
  void plain_kernels_and_mpi_compute_what_a_serial_run_does(
      String spec, String name, String settings) throws IOException {
    requireRow(run(spec, settings), name, "mpi-cuda", 2);
  }

  @Test
  void a_particle_that_finds_no_room_fails_the_job() throws IOException {
    JsonNode job = run("particles/job.yaml", "gpus=1 capacity=8 checkedSteps=40");

    assertThat(job.at("/status/failure/kind").asString())
        .as(job.toPrettyString())
        .isEqualTo("HOST_PROGRAM");
    assertThat(job.at("/status/failure/message").asString())
        .contains("where one overflows, raise capacity");
  }

  /** A job is its folder, so what two of them share is in both. */
  @Test
  void files_that_jobs_share_are_the_same_in_all_of_them() throws IOException {
    List<List<String>> shared =
        List.of(
            List.of("horizontal-diffusion", "stencil", "stencils.cuh"),
            List.of("horizontal-diffusion", "stencil", "halo.cuh"),
            List.of("horizontal-diffusion", "stencil", "mpi-cuda.cu"),
            List.of("horizontal-diffusion", "stencil", "Diffusion.java"),
            List.of("horizontal-diffusion", "stencil", "Fields.java"),
            List.of("horizontal-diffusion", "stencil", "Bands.java"),
            List.of("spmv", "power-iteration", "sparse.cuh"),
            List.of("spmv", "power-iteration", "trees.cuh"),
            List.of("spmv", "power-iteration", "mpi-cuda.cu"),
            List.of("spmv", "power-iteration", "Matrix.java"),
            List.of("spmv", "power-iteration", "BlockMemory.java"),
            List.of("spmv", "power-iteration", "Kernels.java"));
    List<String> different = new ArrayList<>();
    for (List<String> file : shared) {
      Path first = JOB_SPECS.resolve(file.get(0)).resolve(file.get(2));
      Path second = JOB_SPECS.resolve(file.get(1)).resolve(file.get(2));
      if (Files.mismatch(first, second) != -1) {
        different.add(first + " and " + second);
      }
    }

    assertThat(different).isEmpty();
  }
}
