package org.gpurma.service.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobSpecsTest extends JobSpecsFixture {
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

  @Test
  void settings_change_parameters_and_resources() {
    assertThat(errors(GOOD, "j=5"))
        .extracting(SpecError::pointer)
        .containsExactly("/buffers/0/input", "/check/0/compare/reference");
    assertThat(resolve(GOOD, "gpus=1", "ranksPerGpu=3").at("/resources").toString())
        .isEqualTo("{\"gpus\":1,\"ranksPerGpu\":3}");
    assertThat(errors(GOOD, "steps=1").getFirst().message()).contains("names no parameter");
    assertThat(errors(GOOD, "gpus=1", "gpus=2").getFirst().message())
        .isEqualTo("set 'gpus' is given twice; give it once");
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
