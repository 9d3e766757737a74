package org.gpurma.service.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specs with a host program, which may launch plain kernels itself. */
class HostSpecsTest extends JobSpecsFixture {
  private static final String WITH_HOST_PROGRAM =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: reduction}
      program:
        file: kernel.cu
        entry: diffuse
        host:
          file: Reduce.java
          files: ["${folder}/4x3.f32"]
          outputs: [sum.f64, "part.${process}.f64"]
          heapMiB: "${16 * i}"
      resources: {gpus: 2}
      parameters: {i: 4, folder: fields}
      buffers:
        - {name: out, type: float32, shape: [4], output: out.f32}
      check:
        - sum: {output: sum.f64, type: float64, equals: 6}
        - sum: {output: part.1.f64, type: float64, equals: 3}
      """;

  private static final String PLAIN_KERNELS =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: plain}
      program: {model: mpi-cuda, file: kernel.cu, host: {file: Reduce.java}}
      resources: {gpus: 2}
      """;

  @Test
  void plain_kernels_need_no_entry_and_no_ranks() {
    JobSpec spec = specs.bind(resolve(PLAIN_KERNELS));

    assertThat(spec.program().model()).isEqualTo(JobSpec.Model.MPI_CUDA);
    assertThat(spec.program().entry()).isNull();
    assertThat(specs.bind(resolve(GOOD)).program().model()).isEqualTo(JobSpec.Model.GPURMA);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "host: {file: Reduce.java}|entry: diffuse|/program/host|is required for the model mpi-cuda",
        "model: mpi-cuda|model: mpi-cuda, entry: diffuse|/program/entry|means nothing",
        "{gpus: 2}|{gpus: 2, ranksPerGpu: 8}|/resources/ranksPerGpu|means nothing",
        "model: mpi-cuda|model: gpurma|/program/entry|is required",
        "model: mpi-cuda|model: mpi|/program/model|must be one of gpurma, mpi-cuda",
      })
  void each_model_has_its_own_fields(String from, String to, String pointer, String message) {
    assertThat(errors(PLAIN_KERNELS.replace(from, to)))
        .anySatisfy(
            error -> {
              assertThat(error.pointer()).isEqualTo(pointer);
              assertThat(error.message()).contains(message);
            });
  }

  @Test
  void a_host_program_has_defaults_and_its_outputs_can_be_checked() {
    HostSpec host = specs.bind(resolve(WITH_HOST_PROGRAM)).program().host();

    assertThat(host.className()).isEqualTo("Reduce");
    assertThat(host.files()).containsExactly("fields/4x3.f32");
    assertThat(host.heapMiB()).isEqualTo(64);
    assertThat(host.outputNames(2)).containsExactly("sum.f64", "part.0.f64", "part.1.f64");
    assertThat(specs.bind(resolve(GOOD)).program().host()).isNull();
  }

  @Test
  void a_host_program_may_stand_in_the_spec_or_come_as_a_jar() {
    String inline =
        WITH_HOST_PROGRAM.replace("file: Reduce.java", "source: 'class Host { /* ${ */ }'");
    HostSpec host = specs.bind(resolve(inline)).program().host();
    assertThat(host.file()).isEqualTo("Host.java");
    assertThat(host.className()).isEqualTo("Host");
    assertThat(host.source()).contains("${");

    String packaged =
        WITH_HOST_PROGRAM.replace(
            "file: Reduce.java", "jar: host.jar\n    class: org.example.Host");
    assertThat(specs.bind(resolve(packaged)).program().host().isCompiled()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "file: Reduce.java|file: Redduce.java|/program/host/file|names no file",
        "file: Reduce.java|file: ../Reduce.java|/program/host/file|must not leave",
        "file: Reduce.java|file: kernel.cu|/program/host/file|ends in .java",
        "file: Reduce.java|file: Packaged.java|/program/host/class|in a package: org.example.Packaged",
        "file: Reduce.java|class: Reduce|/program/host|exactly one of 'file' (a Java source)",
        "file: Reduce.java|`file: Reduce.java, jar: host.jar`|/program/host|exactly one of 'file' (a Java source)",
        "file: Reduce.java|`file: Reduce.java, clas: Host`|/program/host/clas|did you mean 'class'?",
        "file: Reduce.java|`file: Reduce.java, class: 'a b'`|/program/host/class|name of a Java class",
        "file: Reduce.java|jar: host.jar|/program/host/class|is required, because a jar",
        "file: Reduce.java|`jar: host.jar, class: org.example.Hosts`|/program/host/class|did you mean 'org.example.Host'?",
        "file: Reduce.java|`jar: kernel.cu, class: Host`|/program/host/jar|is not a jar",
        "file: Reduce.java|`jar: no.jar, class: Host`|/program/host/jar|names no file",
        "${folder}/4x3.f32|fields/4x4.f32|/program/host/files/0|names no file",
        "[sum.f64, |[../sum.f64, |/program/host/outputs/0|plain file name",
        "[sum.f64, |[sum.f64, sum.f64, |/program/host/outputs/1|used twice",
        "[sum.f64, |[sum.f64, out.f32, |/program/host/outputs/1|used twice",
        "part.${process}.f64|part.${processes}.f64|/program/host/outputs/1|'processes' is not defined",
        "\"${16 * i}\"|16|/program/host/heapMiB|at least 32",
        "output: part.1.f64|output: part.x.f64|/check/1/sum/output|no buffer or host program",
        "parameters: {|`userdata: [{name: n, type: int32, value: 1}]\nparameters: {`|/userdata|remove one of the two",
      })
  void a_mistake_about_the_host_program_is_reported_at_its_place(
      String good, String bad, String pointer, String message) {
    String flow =
        WITH_HOST_PROGRAM.replaceFirst(
            "host:\n {4}file: Reduce.java\n {4}(.*)\n {4}(.*)\n {4}(.*)\n",
            "host: {file: Reduce.java, $1, $2, $3}\n");
    assertThat(flow).contains("host: {").contains(good);

    assertThat(errors(flow.replace(good, bad.replace("\\n", "\n"))))
        .anySatisfy(
            error -> {
              assertThat(error.pointer()).isEqualTo(pointer);
              assertThat(error.message()).contains(message);
            });
  }
}
