package org.gpurma.service.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
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
      parameters: {path: network}
      buffers:
        - {name: b, type: float64, shape: [10, 3], distribute: {over: ranks, halo: 1}, output: b.f64}
      userdata:
        - {name: n, type: int64, value: -5}
        - {name: f, type: float32, value: [0.5, 2]}
        - {name: flag, type: bool, value: true}
        - {name: p, type: pointer, buffer: b}
        - {name: first, type: int32, fact: isFirstPeerDevice}
      """;

  @Test
  void a_job_is_told_in_the_words_of_the_contract(@TempDir Path folder) throws Exception {
    var specs = new JobSpecs(() -> new ClusterLimits(1, ""));
    var spec =
        specs.bind(
            specs.resolve(
                specs.read(SPEC.getBytes(StandardCharsets.UTF_8), SpecFormat.YAML),
                List.of(),
                new JobFolder(folder)));
    var gpu = new Gpu("emulated-0", "Emulated GPU", GpuKind.EMULATED, 8, 0);

    RunSpec run =
        RunSpecs.of(
            spec,
            Attempt.begin(new AttemptId(new JobId("x-1"), 1), "token", "launch"),
            List.of(new ProcessPlacement(0, "node", gpu, List.of(0, 1), true)),
            "program.so",
            "http://127.0.0.1:8080");

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
    assertThat(run.getUserdata(4).getFact()).isEqualTo(Fact.IS_FIRST_PEER_DEVICE);
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
