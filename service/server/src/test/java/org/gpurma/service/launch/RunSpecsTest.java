package org.gpurma.service.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.jobspec.ClusterLimits;
import org.gpurma.service.jobspec.JobFolder;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.jobspec.SpecFormat;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.wire.DeviceKind;
import org.gpurma.wire.Fact;
import org.gpurma.wire.PathChoice;
import org.gpurma.wire.QueueSizes;
import org.gpurma.wire.RunSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSpecsTest {
  private static final String SPEC =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: x}
      program: {entry: k, source: "__global__ void k(gpurma_context_handle c) {}", threadsPerRank: 32}
      resources: {gpus: 1}
      transport: {path: "${path}"}
      parameters: {path: network, steps: 1}
      buffers:
        - {name: b, type: float64, shape: [10, 3], distribute: {over: ranks, halo: 1}, output: b.f64}
      userdata:
        - {name: n, type: int64, value: -5}
        - {name: f, type: float32, value: [0.5, 2]}
        - {name: flag, type: bool, value: true}
        - {name: p, type: pointer, buffer: b}
        - {name: first, type: int32, fact: deviceIndex}
      """;

  private static final String WITH_HOST_PROGRAM =
      """
      apiVersion: gpurma/v1
      kind: Job
      metadata: {name: x}
      program:
        entry: k
        source: "__global__ void k(gpurma_context_handle c) {}"
        host:
          source: final class Host {}
          outputs: ["sum-${steps}.txt", "part.${process}.f64"]
          heapMiB: 512
      parameters: {steps: 10, scale: 0.5, mode: fast}
      resources: {gpus: 1}
      """;

  @TempDir private Path folder;

  private RunSpec told(String text) {
    var specs = new JobSpecs(() -> new ClusterLimits(1, ""));
    var spec =
        specs
            .resolve(
                specs.read(text.getBytes(StandardCharsets.UTF_8), SpecFormat.YAML),
                text.contains("steps:") ? List.of("steps=12") : List.of(),
                new JobFolder(folder))
            .first();
    var gpu = new Gpu("emulated-0", "Emulated GPU", GpuKind.EMULATED, 8, 0);
    return RunSpecs.of(
        spec,
        Attempt.begin(new AttemptId(new JobId("x-1"), 1), "token", "launch", Instant.EPOCH),
        List.of(new ProcessPlacement(0, "node", gpu, List.of(0, 1), true)),
        "program.so",
        "http://127.0.0.1:8080");
  }

  @Test
  void a_host_program_is_told_with_its_parameters_and_outputs() throws Exception {
    RunSpec run = told(WITH_HOST_PROGRAM);

    assertThat(TextFormat.parse(RunSpecs.text(run), RunSpec.class)).isEqualTo(run);
    assertThat(run.getHostProgram().getClassPath()).isEqualTo("host-classes");
    assertThat(run.getHostProgram().getClassName()).isEqualTo("Host");
    assertThat(run.getHostProgram().getParametersMap())
        .isEqualTo(Map.of("steps", "12", "scale", "0.5", "mode", "fast"));
    assertThat(run.getHostProgram().getOutputsList())
        .containsExactly("sum-12.txt", "part.${process}.f64");
    assertThat(run.getHostProgram().getHeapMib()).isEqualTo(512);
    assertThat(RunSpecs.text(run)).containsPattern("(?m)^ *heap_mib: 512$");
  }

  @Test
  void a_job_is_told_in_the_words_of_the_contract() throws Exception {
    RunSpec run = told(SPEC);

    assertThat(TextFormat.parse(RunSpecs.text(run), RunSpec.class)).isEqualTo(run);
    assertThat(run.getDevice()).isEqualTo(DeviceKind.EMULATED);
    assertThat(run.getPath()).isEqualTo(PathChoice.NETWORK);
    assertThat(run.getRanksPerGpu()).isEqualTo(8);
    assertThat(run.getPlacements(0).getCores()).isEqualTo("0-1");
    assertThat(run.getBuffers(0).getUnits()).isEqualTo(8);
    assertThat(run.getBuffers(0).getUnitBytes()).isEqualTo(24);
    assertThat(run.getBuffers(0).getOutput()).isEqualTo("b.f64");
    assertThat(run.getUserdata(0).getValues().getIntegersList()).containsExactly(-5L);
    assertThat(run.getUserdata(1).getValues().getRealsList()).containsExactly(0.5, 2.0);
    assertThat(run.getUserdata(2).getValues().getIntegersList()).containsExactly(1L);
    assertThat(run.getUserdata(3).getBuffer()).isEqualTo("b");
    assertThat(run.getUserdata(4).getFact()).isEqualTo(Fact.DEVICE_INDEX);
  }

  @Test
  void queues_limits_and_userdata_as_it_is_are_told_where_a_job_has_them() throws Exception {
    Files.write(folder.resolve("args.bin"), new byte[12]);
    String wishes =
        """
        memory: {queues: {command: 128, arrivals: 2048, unmatched: 10000, log: 1024}}
        transport: {eagerBytes: 32768}
        userdata: {file: args.bin}
        """;
    RunSpec run = told(WITH_HOST_PROGRAM.replaceAll("(?s)  host:.*MiB: 512\n", "") + wishes);

    assertThat(TextFormat.parse(RunSpecs.text(run), RunSpec.class)).isEqualTo(run);
    assertThat(run.getQueues())
        .isEqualTo(
            QueueSizes.newBuilder()
                .setCommand(128)
                .setArrivals(2048)
                .setUnmatched(10000)
                .setLog(1024)
                .build());
    assertThat(run.getEagerBytes()).isEqualTo(32768);
    assertThat(run.getUserdataFile()).isEqualTo("files/args.bin");
    assertThat(run.getUserdataCount()).isZero();
    assertThat(told(SPEC).getQueues()).isEqualTo(QueueSizes.getDefaultInstance());
    assertThat(told(SPEC).getUserdataFile()).isEmpty();
    RunSpec inline =
        told(
            WITH_HOST_PROGRAM.replaceAll("(?s)  host:.*MiB: 512\n", "")
                + "userdata: {base64: AQAAAA==}\n");
    assertThat(inline.getUserdataFile()).isEqualTo("userdata.bin");
  }

  @Test
  void every_fact_has_a_name_in_job_specs() {
    var words =
        new JobSpecs(() -> new ClusterLimits(1, ""))
            .schema()
            .at("/$defs/userdataField/properties/fact/enum")
            .valueStream()
            .map(word -> RunSpecs.fact(word.asString()));

    assertThat(words)
        .containsExactlyElementsOf(
            Stream.of(Fact.values())
                .filter(fact -> fact != Fact.UNRECOGNIZED && fact != Fact.FACT_UNSPECIFIED)
                .toList());
  }
}
