package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The case studies and their baselines, small, on the emulator: every one is as its serial run. */
class CaseStudiesTest {
  private static final Path JOB_SPECS = Path.of(System.getProperty("gpurma.test.job-specs"));

  @TempDir private static Path folder;
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() throws IOException {
    service =
        new RunningService(
            folder.resolve("data"),
            Path.of(System.getProperty("gpurma.test.bundle")),
            null,
            "--gpurma.job-specs=" + JOB_SPECS,
            "--gpurma.emulated.gpus=4");
    api = service.api();
    for (Run run : RUNS) {
      SUBMITTED.put(run, submitted(run));
    }
    SUBMITTED.put(TOO_FULL, submitted(TOO_FULL));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  /**
   * One run of a case study.
   *
   * @param more of the spec
   */
  private record Run(String spec, String name, int gpus, String settings, String more) {
    static Run of(String spec, String name, int gpus, String settings) {
      return new Run(spec, name, gpus, settings, "");
    }

    String model() {
      return spec.endsWith("mpi-cuda.yaml") ? "mpi-cuda" : "gpurma";
    }
  }

  private static final String HD = "horizontal-diffusion";
  private static final String FEW = "checkedSteps=3";

  private static final List<Run> RUNS =
      List.of(
          Run.of(HD + "/four-stencils.yaml", HD, 2, "variant=hd " + FEW),
          Run.of(HD + "/four-stencils.yaml", HD, 2, "variant=hd-recompute " + FEW),
          Run.of(HD + "/four-stencils.yaml", HD, 2, "variant=hd-overlap " + FEW),
          Run.of(HD + "/four-stencils.yaml", HD, 2, "variant=hd-nooverlap " + FEW),
          Run.of(HD + "/mpi-cuda.yaml", HD, 2, "variant=hd " + FEW),
          Run.of(HD + "/mpi-cuda.yaml", HD, 2, "variant=hd-overlap " + FEW),
          // What npbench gives for the sum of this size.
          Run.of(HD + "/limiter.yaml", HD, 1, "sum=7407.698971965"),
          Run.of(HD + "/limiter.yaml", HD, 2, "ranksPerGpu=6"),
          Run.of(HD + "/limiter-mpi-cuda.yaml", HD, 2, "blocks=4"),
          Run.of("stencil/job.yaml", "stencil", 2, FEW),
          new Run("stencil/job.yaml", "stencil", 2, FEW, "transport: {path: network}\n"),
          Run.of("stencil/mpi-cuda.yaml", "stencil", 2, FEW),
          Run.of("particles/job.yaml", "particles", 2, FEW),
          Run.of("particles/mpi-cuda.yaml", "particles", 2, FEW),
          Run.of("spmv/job.yaml", "spmv", 4, ""),
          Run.of("spmv/mpi-cuda.yaml", "spmv", 4, ""),
          Run.of("power-iteration/job.yaml", "power-iteration", 2, ""),
          Run.of("power-iteration/mpi-cuda.yaml", "power-iteration", 2, ""));

  private static final Run TOO_FULL =
      Run.of("particles/job.yaml", "particles", 1, "capacity=8 checkedSteps=40");

  /** All at once, so that one is compiled while another runs. */
  private static final Map<Run, String> SUBMITTED = new LinkedHashMap<>();

  static List<Run> runs() {
    return RUNS;
  }

  private static String submitted(Run run) throws IOException {
    Path file = JOB_SPECS.resolve(run.spec());
    String query = "?folder=" + file.getParent().getFileName() + "&set=gpus=" + run.gpus();
    for (String setting : (run.settings() + " steps=1 samples=1").strip().split(" ")) {
      query += "&set=" + setting;
    }
    HttpResponse<String> response = api.submit(Files.readString(file) + run.more(), query);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return Api.json(response).path("id").asString();
  }

  private static JsonNode ended(Run run) {
    return api.ended(SUBMITTED.get(run), Duration.ofMinutes(4));
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
  @MethodSource("runs")
  void ranks_or_plain_kernels_compute_what_a_serial_run_does(Run run) {
    requireRow(ended(run), run.name(), run.model(), run.gpus());
  }

  @Test
  void a_particle_that_finds_no_room_fails_the_job() {
    JsonNode job = ended(TOO_FULL);

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
