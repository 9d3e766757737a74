package org.gpurma.service.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class JobSpecsTest {
  private static final String GOOD =
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

  @TempDir private Path root;
  private final JobSpecs specs = new JobSpecs(() -> new ClusterLimits(2, "Emulated GPU"));

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

  private JsonNode resolve(String text, String... settings) {
    return specs
        .resolve(
            specs.read(text.getBytes(StandardCharsets.UTF_8), SpecFormat.YAML),
            List.of(settings),
            new JobFolder(root))
        .jobs()
        .getFirst()
        .tree();
  }

  private List<SpecError> errors(String text, String... settings) {
    var refused =
        catchThrowableOfType(InvalidJobSpecException.class, () -> resolve(text, settings));
    return refused == null ? List.of() : refused.errors();
  }

  @Test
  void a_good_spec_is_completed_and_typed() {
    JobSpec spec = specs.bind(resolve(GOOD));

    assertThat(spec.buffers().getFirst().units()).isEqualTo(4);
    assertThat(spec.buffers().getFirst().unitBytes()).isEqualTo(12);
    assertThat(spec.buffers().getFirst().input()).isEqualTo("fields/4x3.f32");
    assertThat(spec.buffers().getLast().outputBytes()).isEqualTo(48);
    assertThat(spec.userdata().fields().getFirst().value().asInt()).isEqualTo(4);
    assertThat(spec.walltimeLimit()).isEqualTo(Duration.ofMinutes(10));
    assertThat(((CheckSpec.Logs) spec.check().getLast()).everyRank())
        .isEqualTo("rank ${rank} of ${ranks} with 4");
  }

  @Test
  void what_is_left_out_has_defaults() {
    JobSpec spec =
        specs.bind(
            resolve(
                """
                apiVersion: gpurma/v1
                kind: Job
                metadata: {name: x}
                program: {entry: k, source: "__global__ void k(gpurma_context_handle c) {}"}
                resources: {gpus: 1}
                """));

    assertThat(spec.program().file()).isEqualTo("kernel.cu");
    assertThat(spec.program().threadsPerRank()).isEqualTo(1);
    assertThat(spec.resources().ranksPerGpu()).isZero();
    assertThat(spec.walltimeLimit()).isEqualTo(Duration.ofHours(1));
    assertThat(spec.buffers()).isEmpty();
    assertThat(spec.transport().path()).isNull();
    assertThat(spec.results()).isNull();
  }

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
  void settings_change_parameters_and_resources() {
    assertThat(errors(GOOD, "j=5"))
        .extracting(SpecError::pointer)
        .containsExactly("/buffers/0/input", "/check/0/compare/reference");
    assertThat(resolve(GOOD, "gpus=1", "ranksPerGpu=3").at("/resources").toString())
        .isEqualTo("{\"gpus\":1,\"ranksPerGpu\":3}");
    assertThat(errors(GOOD, "steps=1").getFirst().message()).contains("names no parameter");
    assertThat(errors(GOOD, "j").getFirst().message()).contains("name=value");
    assertThat(errors(GOOD, "j=three"))
        .extracting(SpecError::pointer)
        .contains("/buffers/0/shape/1");
  }

  @Test
  void files_that_come_with_a_job_are_held_against_their_checksums() {
    String right = "2ea9ab9198d1638007400cd2c3bef1cc745b864b76011a0e1bc52180ac6452d4";
    String spec = GOOD + "inputs: [{file: out.f64, bytes: 96, sha256: '%s'}]\n";

    assertThat(errors(spec.formatted(right))).isEmpty();
    assertThat(errors(spec.formatted(right.toUpperCase(Locale.ROOT)))).isEmpty();
    assertThat(errors(spec.formatted("0".repeat(64))))
        .containsExactly(
            new SpecError(
                "/inputs/0/sha256",
                "is not that of the file, which is "
                    + right
                    + "; send the file again, or correct this"));
  }

  @Test
  void userdata_may_come_as_it_is() throws IOException {
    Files.write(root.resolve("args.bin"), new byte[] {1, 2, 3});
    Files.write(root.resolve("long.bin"), new byte[Userdata.MOST_BYTES + 1]);
    Files.createFile(root.resolve("empty.bin"));
    String without = GOOD.replaceAll("(?s)userdata:.*check:", "check:") + "userdata: ";

    assertThat(specs.bind(resolve(without + "{file: args.bin}")).userdata().file())
        .isEqualTo("args.bin");
    assertThat(specs.bind(resolve(without + "{base64: AQID}")).userdata().base64())
        .isEqualTo("AQID");
    assertThat(errors(without + "{file: none}").getFirst())
        .isEqualTo(
            new SpecError(
                "/userdata/file",
                "names no file of the job's folder: 'none'; send it along with the job"));
    assertThat(errors(without + "{file: long.bin}").getFirst().message()).contains("1 to 1048576");
    assertThat(errors(without + "{file: empty.bin}").getFirst().message()).contains("but has 0");
    assertThat(errors(without + "{fil: args.bin}").getFirst())
        .matches(error -> error.pointer().equals("/userdata/fil"))
        .matches(error -> error.message().contains("did you mean 'file'?"));
    assertThat(errors(without + "{file: args.bin, base64: AQID}").getFirst().message())
        .contains("exactly one of 'file' and 'base64'");
    assertThat(errors(without + "{base64: '***'}").getFirst().message()).contains("is not Base64");
    assertThat(errors(without + "7").getFirst().pointer()).isEqualTo("/userdata");
  }

  /** One change to a good spec, the place it must be reported at, and a part of the message. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "walltime: 10m|walltme: 10m|/walltme|did you mean 'walltime'?",
        "walltime: 10m|transport: {path: scenic}|/transport/path|must be nearest or network",
        "walltime: 10m|results: {}|/results/columns|is required",
        "managedMiB: 16|queues: {comand: 64}|/memory/queues/comand|did you mean 'command'?",
        "managedMiB: 16|queues: {command: 16}|/memory/queues/command|at least 32",
        "managedMiB: 16|queues: {command: 100}|/memory/queues/command|power of two, e.g. 64 or 128",
        "managedMiB: 16|queues: {arrivals: 131072}|/memory/queues/arrivals|at most 65536",
        "managedMiB: 16|queues: {log: 17}|/memory/queues/log|power of two",
        "managedMiB: 16|queues: {unmatched: 0}|/memory/queues/unmatched|at least 1",
        "managedMiB: 16|queues: {unmatched: many}|/memory/queues/unmatched|must be an integer",
        "walltime: 10m|transport: {eagerByte: 4096}|/transport/eagerByte|did you mean 'eagerBytes'?",
        "walltime: 10m|transport: {eagerBytes: 5000}|/transport/eagerBytes|multiple of 64, e.g. 5056",
        "walltime: 10m|transport: {eagerBytes: 512}|/transport/eagerBytes|at least 1024",
        "walltime: 10m|transport: {gdrBytes: -1}|/transport/gdrBytes|at least 0",
        "walltime: 10m|placement: {policy: nearby}|/placement/policy|did you mean 'near'?",
        "walltime: 10m|placement: {bindings: numa}|/placement/bindings|did you mean 'binding'?",
        "walltime: 10m|placement: {nodes: []}|/placement/nodes|different names",
        "walltime: 10m|placement: {nodes: [a/b]}|/placement/nodes/0|the name of a node",
        "walltime: 10m|placement: {gpus: [0, 0]}|/placement/gpus|different indexes",
        "walltime: 10m|placement: {gpus: [-1]}|/placement/gpus/0|at least 0",
        "walltime: 10m|placement: {cores: 3-}|/placement/cores|a list of CPUs such as 0-3,8",
        "walltime: 10m|placement: {processes: [{gpu: 0}]}|/placement/processes|there is one for each GPU",
        "walltime: 10m|placement: {processes: [{gpu: 0}, {gpu: 0}]}|/placement/processes/1/gpu|another process's",
        "walltime: 10m|placement: {processes: [{gpu: 0}, {gpus: 1}]}|/placement/processes/1/gpus|did you mean 'gpu'?",
        "walltime: 10m|placement: {nodes: [a], processes: [{gpu: 0}, {gpu: 1}]}|/placement/nodes|means nothing beside",
        "walltime: 10m|placement: {binding: numa, processes: [{gpu: 0, cores: '1'}, {gpu: 1}]}|/placement/processes/0/cores|means nothing with binding numa",
        "walltime: 10m|inputs: [{file: none}]|/inputs/0/file|names no file",
        "walltime: 10m|inputs: [{file: out.f64, byte: 1}]|/inputs/0/byte|did you mean 'bytes'?",
        "walltime: 10m|inputs: [{file: out.f64, bytes: 95}]|/inputs/0/bytes|the file has 96",
        "walltime: 10m|inputs: [{file: out.f64, sha256: 12}]|/inputs/0/sha256|64 hexadecimal digits, as sha256sum prints it, but is 12",
        "walltime: 10m|inputs: [{file: out.f64, sha256: 1a2b}]|/inputs/0/sha256|64 hexadecimal digits",
        "walltime: 10m|inputs: [{file: out.f64}, {file: out.f64}]|/inputs/1/file|used twice",
        "walltime: 10m|retries: {limit: 1, on: [NodLost]}|/retries/on/0|did you mean 'NodeLost'?",
        "walltime: 10m|results: {columns: []}|/results/columns|each one once",
        "walltime: 10m|results: {columns: [a, a]}|/results/columns|each one once",
        "walltime: 10m|results: {columns: [a b]}|/results/columns/0|must be a name",
        "walltime: 10m|results: {columns: [a], prefix: ''}|/results/prefix|at least 1",
        "walltime: 10m|walltime: soon|/walltime|whole number of s, m or h",
        "gpurma/v1|gpurma/v2|/apiVersion|must be gpurma/v1",
        "kind: Job|kind: Pod|/kind|must be Job",
        "name: diffusion|name: [a]|/metadata/name|must be a string, but is a list",
        "name: diffusion|name: ../up|/metadata/name|lower-case letters",
        "name: diffusion|nam: diffusion|/metadata/nam|did you mean 'name'?",
        "name: diffusion|nam: diffusion|/metadata/name|is required",
        "file: kernel.cu|file: kernal.cu|/program/file|names no file",
        "file: kernel.cu|file: ../kernel.cu|/program/file|must not leave",
        "file: kernel.cu|file: /etc/passwd|/program/file|must be relative",
        "file: kernel.cu|file: 7|/program/file|must be a string",
        "file: kernel.cu|file: kernel.cu, source: x|/program|exactly one of 'file'",
        "entry: diffuse|entry: difuse|/program/entry|did you mean 'diffuse'?",
        "entry: diffuse|entry: old|/program/entry|defines no __global__ function 'old'",
        "threadsPerRank: 64|threadsPerRank: 0|/program/threadsPerRank|at least 1",
        "threadsPerRank: 64|threadsPerRank: 1025|/program/threadsPerRank|at most 1024",
        "threadsPerRank: 64|threadsPerRank: '64'|/program/threadsPerRank|must be an integer",
        "gpus: 2|gpus: 3|/resources/gpus|this cluster has 2",
        "gpus: 2|gpus: 0|/resources/gpus|at least 1",
        "gpus: 2|gpus: -1|/resources/gpus|at least 1",
        "gpus: 2|gpus: 1.0e+300|/resources/gpus|must be at most",
        "gpus: 2|gpus: -1.0e+300|/resources/gpus|must be at least 1",
        "gpus: 2|gpus: 99999999999999999999999|/resources/gpus|must be at most",
        "gpus: 2|gpus: 02|/resources/gpus|but is a string: \"02\"",
        "gpus: 2|gpus:|/resources/gpus|but is empty",
        "walltime: 10m|walltime: 600|/walltime|whole number of s, m or h, e.g. 90s, 10m or 1h, but is 600",
        "labels: {|labels: {a b: c, |/metadata/labels/a b|a label name",
        "walltime: 10m|sweep: {matrx: {n: [1]}}|/sweep/matrx|did you mean 'matrix'?",
        "gpus: 2|gpus: two|/resources/gpus|must be an integer",
        "gpus: 2|gpus: 1.5|/resources/gpus|must be an integer",
        "gpus: 2|gpus: null|/resources/gpus|must be an integer",
        "gpus: 2|gpus: 99999999999999999999|/resources/gpus|at most",
        "ranksPerGpu: 8|ranksPerGpu: 0|/resources/ranksPerGpu|at least 1",
        "managedMiB: 16|managedMiB: -4|/memory/managedMiB|at least 1",
        "{i: 4, j: 3|{i: '${j}', j: 3|/parameters/i|cannot be an expression",
        "${i + 4}|${k + 4}|/buffers/0/shape/0|'k' is not defined",
        "${i + 4}|${i + |/buffers/0/shape/0|lacks a '}'",
        "${i + 4}|${i - 4}|/buffers/0/shape/0|at least 1",
        "${i + 4}|9223372036854775807|/buffers/0/shape/0|must be an integer",
        "halo: 2|halo: 4|/buffers/0/distribute/halo|nothing to distribute",
        "halo: 2|halo: -1|/buffers/0/distribute/halo|at least 0",
        "over: ranks|over: nodes|/buffers/0/distribute/over|must be one of ranks",
        "${folder}/${i}x${j}.f32|../x|/buffers/0/input|must not leave",
        "${folder}/${i}x${j}.f32|kernel.cu|/buffers/0/input|type and shape make 96",
        "name: out, type|name: in, type|/buffers/1/name|used twice",
        "name: out, type|name: o-u-t, type|/buffers/1/name|must be a name",
        "type: float32, shape|type: float23, shape|/buffers/1/type|did you mean 'float32'?",
        "output: out.f32}|output: ../out}|/buffers/1/output|plain file name",
        "output: out.f32}|output: .}|/buffers/1/output|plain file name",
        "output: out.f32}|output: userdata.0.bin}|/buffers/1/output|itself writes",
        "output: out.f32}|output: results.csv}|/buffers/1/output|itself writes",
        "buffer: in}|buffer: inn}|/userdata/1/buffer|did you mean 'in'?",
        "type: pointer|type: int32|/userdata/1/type|must be pointer",
        "fact: deviceIndex|fact: deviceIndx|/userdata/2/fact|did you mean 'deviceIndex'?",
        "fact: deviceIndex|value: 1, fact: rankCount|/userdata/2|exactly one of",
        "fact: deviceIndex|value: 3000000000|/userdata/2/value|does not fit int32",
        "fact: deviceIndex|value: []|/userdata/2/value|a number or a boolean",
        "compare: {output: out.f32|compare: {output: aut.f32|/check/0/compare/output|did you mean 'out.f32'?",
        "reference: out.f64|reference: none|/check/0/compare/reference|names no file",
        "referenceType: float64|referenceType: float32|/check/0/compare/reference|has 96 bytes",
        "absolute: 1e-6|absolute: -1|/check/0/compare/absolute|at least 0",
        ", absolute: 1e-6|``|/check/0/compare|must have 'relativeL2'",
        "logs: {everyRank|logz: {everyRank|/check/1/logz|did you mean 'logs'?",
        "rank ${rank} of|rank (|/check/1/logs/everyRank|not a regular expression",
        "{everyRank: \"rank ${rank} of ${ranks} with ${i}\"}|{rank: 16, contains: [a]}|/check/1/logs/rank|0 to 15",
        "managedMiB: 16|queues: {command: 1e2}|/memory/queues/command|power of two, e.g. 64 or 128",
        "gpus: 2|gpus: 2, gpusPerNode: 4e0|/resources/gpusPerNode|make gpus a multiple of it",
        "walltime: 10m|results: {columns: [a], prefix: \"a\\nb\"}|/results/prefix|what a line begins with",
        "walltime: 10m|sweep: {matrix: {i: [[]]}}|/sweep/matrix/i/0|must be a number or a string",
        "labels: {|labels: {nul: \"\\0\", |/metadata/labels/nul|U+0000",
      })
  void one_mistake_is_reported_at_its_place(
      String good, String bad, String pointer, String message) {
    assertThat(GOOD).contains(good);

    assertThat(errors(GOOD.replace(good, bad)))
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

  @Test
  void all_mistakes_are_reported_together() {
    String bad =
        GOOD.replace("gpus: 2", "gpus: 7")
            .replace("entry: diffuse", "entry: nothing")
            .replace("walltime", "waltime")
            .replace("halo: 2", "halo: 9");

    assertThat(errors(bad))
        .extracting(SpecError::pointer)
        .contains("/resources/gpus", "/program/entry", "/waltime", "/buffers/0/distribute/halo");
  }

  @Test
  void a_symbolic_link_does_not_lead_out_of_the_folder(@TempDir Path elsewhere) throws IOException {
    Files.writeString(elsewhere.resolve("secret.cu"), "__global__ void diffuse(int)");
    Files.createSymbolicLink(root.resolve("link.cu"), elsewhere.resolve("secret.cu"));

    assertThat(errors(GOOD.replace("kernel.cu", "link.cu")).getFirst().message())
        .contains("symbolic link");
  }
}
