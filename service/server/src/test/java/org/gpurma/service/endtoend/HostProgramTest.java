package org.gpurma.service.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gpurma.service.testing.Api;
import org.gpurma.service.testing.RunningService;
import org.gpurma.service.testing.ServerSentEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Jobs with a host program of their own, on the emulator. */
class HostProgramTest {
  private static final Path BUNDLE = Path.of(System.getProperty("gpurma.test.bundle"));

  @TempDir private static Path folder;
  private static RunningService service;
  private static Api api;

  @BeforeAll
  static void start() throws IOException {
    Path jobSpecs = Path.of(System.getProperty("gpurma.test.job-specs"));
    for (String job : List.of("rank-exchange", "reduction")) {
      copy(jobSpecs.resolve(job), folder.resolve("job-specs").resolve(job));
    }
    HostPrograms.writeJarJob(folder.resolve("job-specs/jar"), folder, BUNDLE);
    service =
        new RunningService(
            folder.resolve("data"),
            BUNDLE,
            null,
            "--gpurma.job-specs=" + folder.resolve("job-specs"));
    api = service.api();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static String submitted(String name) throws IOException {
    String spec = Files.readString(folder.resolve("job-specs").resolve(name).resolve("job.yaml"));
    return Api.json(api.submit(spec, "?folder=" + name)).path("id").asString();
  }

  private static JsonNode status(String id) {
    return api.ended(id).path("status");
  }

  private static List<String> lines(String id, String channel) {
    return api.events(id, "").stream()
        .filter(event -> event.data().path("channel").asString().equals(channel))
        .map(ServerSentEvent::text)
        .toList();
  }

  private static String output(String id, String name) {
    return api.get("/api/v1/jobs/" + id + "/outputs/" + name).body();
  }

  @Test
  void rank_exchange_learns_the_topology_from_its_host_program() throws IOException {
    String id = submitted("rank-exchange");

    assertThat(status(id).path("state").asString())
        .as(status(id).toString())
        .isEqualTo("SUCCEEDED");
    assertThat(lines(id, "rank")).containsExactly("LEADER", "LEADER: 1st peer device is 8");
  }

  @Test
  void reduction_adds_up_what_its_host_program_put_on_the_gpus() throws IOException {
    String id = submitted("reduction");

    assertThat(status(id).path("state").asString())
        .as(status(id).toString())
        .isEqualTo("SUCCEEDED");
    assertThat(output(id, "sum.txt")).isEqualTo("523776\n");
    assertThat(lines(id, "launcher"))
        .contains("Sum = 523776")
        .anyMatch(line -> line.startsWith("Computation time: "));
  }

  @Test
  void a_jar_reads_files_and_parameters_and_every_process_leaves_an_output() throws IOException {
    String id = submitted("jar");

    assertThat(status(id).path("state").asString())
        .as(status(id).toString())
        .isEqualTo("SUCCEEDED");
    assertThat(output(id, "sums.0.txt")).isEqualTo("process 0: 6 of rows.txt, field 1 to 8\n");
    assertThat(output(id, "sums.1.txt")).isEqualTo("process 1: 6 of rows.txt, field 9 to 16\n");
    assertThat(status(id).path("outputs").findValuesAsString("name"))
        .containsExactly("field.i32", "sums.0.txt", "sums.1.txt");
  }

  @Test
  void an_exception_ends_the_job_with_the_programs_own_place() {
    String id =
        api.submitted(
            HostPrograms.inline(
                """
                if (gpurma.rankInfo().processIndex() == 1) {
                  throw new IllegalStateException("no rows for GPU 1");
                }
                gpurma.run();
                """));
    JsonNode status = status(id);

    assertThat(status.path("reason").asString()).as(status.toString()).isEqualTo("ProgramFailed");
    assertThat(status.at("/failure/kind").asString()).isEqualTo("HOST_PROGRAM");
    assertThat(status.at("/failure/process").asInt()).isEqualTo(1);
    assertThat(status.at("/failure/gpu").asString()).isEqualTo("emulated-1");
    assertThat(status.at("/failure/file").asString()).isEqualTo("Host.java");
    assertThat(status.at("/failure/line").asInt()).isEqualTo(5);
    assertThat(status.at("/failure/message").asString())
        .isEqualTo(
            "java.lang.IllegalStateException: no rows for GPU 1\n  at Host.run(Host.java:5)");
    assertThat(lines(id, "rank")).isEmpty();
  }

  @Test
  void misuse_of_the_api_is_named_with_what_to_do() {
    String id = api.submitted(HostPrograms.inline("gpurma.run();\ngpurma.run();"));
    JsonNode status = status(id);

    assertThat(status.at("/failure/kind").asString())
        .as(status.toString())
        .isEqualTo("HOST_PROGRAM");
    assertThat(status.at("/failure/message").asString())
        .contains("GpuRmaException$AlreadyRun", "put the repetition into the kernel");
    assertThat(lines(id, "rank")).hasSize(16);
  }

  @Test
  void a_failed_assertion_is_not_covered_by_the_host_program() {
    String id =
        api.submitted(
            HostPrograms.inline(
                """
                try {
                  gpurma.run(new byte[] {1});
                } catch (RuntimeException e) {
                  throw new IllegalStateException("something went wrong", e);
                }
                """));
    JsonNode status = status(id);

    assertThat(status.at("/failure/kind").asString()).as(status.toString()).isEqualTo("ASSERTION");
    assertThat(status.at("/failure/rank").asInt()).isEqualTo(9);
  }

  @Test
  void a_host_program_that_does_not_compile_fails_with_the_compilers_words() {
    JsonNode status = status(api.submitted(HostPrograms.inline("gpurma.start();")));

    assertThat(status.path("reason").asString()).isEqualTo("CompilationFailed");
    assertThat(status.path("message").asString()).contains("Host.java:4", "cannot find symbol");
  }
}
