package org.gpurma.client.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpurma.model.BadMeasurementsException;
import org.gpurma.model.HdModel;
import org.gpurma.model.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseRunsTest {
  private static final String CSV =
      """
      case,variant,model,gpus,ranks,threads,size,iterations,samples,median,minimum,maximum,compute,communicate
      spmv,-,gpurma,1,132,512,10816x10816,100,20,40.0,39,41,30.0,12.0
      spmv,-,gpurma,2,132,512,15296x15296,100,20,50.0,49,51,31.0,25.0
      spmv,-,mpi-cuda,1,132,512,10816x10816,100,20,44.0,39,41,40.0,0.02
      spmv,-,mpi-cuda,2,132,512,15296x15296,100,20,150.0,149,151,41.0,100.0
      heat,hd 4x64,gpurma,2,132,256,1056x256,100,20,10,9,11,7,5
      heat,hd 4x64,gpurma,2,132,256,1056x512,100,20,12,9,11,9,5
      """;

  @TempDir private Path folder;

  private List<CaseRun> runs() throws IOException {
    Path file = folder.resolve("results.csv");
    Files.writeString(file, CSV);
    return CaseRun.readAll(List.of(file));
  }

  @Test
  void a_run_stands_beside_the_same_by_plain_kernels() throws IOException {
    List<List<String>> rows = CaseTable.of(runs()).rows();

    assertThat(rows).hasSize(4);
    assertThat(rows.get(1))
        .containsExactly(
            "spmv",
            "2",
            "15296x15296",
            "132 x 512",
            "50.00",
            "31.00",
            "25.00",
            "150.0",
            "41.00",
            "100.0",
            "3.00");
    assertThat(rows.get(2)).endsWith("-", "-", "-", "-").startsWith("heat, hd 4x64");
  }

  @Test
  void what_was_measured_by_nvshmem_too_stands_in_columns_of_its_own() throws IOException {
    Path more = folder.resolve("more.csv");
    Files.writeString(
        more,
        CSV.lines().findFirst().orElseThrow()
            + "\nspmv,-,nvshmem,2,132,512,15296x15296,100,20,60.0,59,61,31.0,26.0\n");
    List<CaseRun> all = new ArrayList<>(runs());
    all.addAll(CaseRun.readAll(List.of(more)));

    List<List<String>> rows = CaseTable.of(all).rows();

    assertThat(rows.get(0)).endsWith("-", "-");
    assertThat(rows.get(1)).endsWith("150.0", "41.00", "100.0", "3.00", "60.00", "1.20");
  }

  @Test
  void the_longest_label_of_a_plot_is_not_cut() throws IOException {
    String scaling = CasePlots.of(runs()).values().iterator().next();

    Matcher width = Pattern.compile("width='(\\d+)'").matcher(scaling);
    assertThat(width.find()).isTrue();
    assertThat(Integer.parseInt(width.group(1)))
        .isGreaterThan(662 + 8 * "gpurma, communication alone".length());
  }

  @Test
  void models_are_told_by_what_ran() throws IOException {
    Path file = folder.resolve("modelled.csv");
    Files.writeString(
        file,
        CSV.lines().findFirst().orElseThrow()
            + """

            stencil,-,gpurma,2,130,256,128x640x26,100,20,40,39,41,30,12
            horizontal-diffusion,hd-overlap 4x64,gpurma,1,132,256,528x256,100,20,40,39,41,30,12
            horizontal-diffusion,limiter,gpurma,1,64,256,64x64x60,100,20,40,39,41,30,12
            """);
    List<CaseRun> runs = CaseRun.readAll(List.of(file));

    assertThat(runs.get(0).hdModel()).contains(HdModel.HD);
    assertThat(runs.get(0).problem()).isEqualTo(new HdModel.Problem(Reach.NODE, 64, 128));
    assertThat(runs.get(1).hdModel()).contains(HdModel.HD_OVERLAP);
    assertThat(runs.get(1).problem()).isEqualTo(new HdModel.Problem(Reach.DEVICE, 4, 256));
    assertThat(runs.get(2).hdModel()).isEmpty();
  }

  @Test
  void what_scales_weakly_is_one_line_over_gpus_and_the_rest_a_line_over_sizes()
      throws IOException {
    var plots = CasePlots.of(runs());

    assertThat(plots.keySet())
        .containsExactly(
            "spmv-"
                + Quantities.number(117_000_000).replaceAll("[^A-Za-z0-9]+", "-")
                + "-elements-a-GPU-by-GPUs.svg",
            "heat-hd-4x64-2-GPUs-by-size.svg");
    String scaling = plots.values().iterator().next();
    assertThat(scaling)
        .contains(">gpurma<", ">mpi-cuda<", ">gpurma, communication alone<")
        .doesNotContain(">mpi-cuda, communication alone<");
  }

  @Test
  void a_file_of_something_else_is_refused_with_the_column_it_lacks() throws IOException {
    Path file = folder.resolve("other.csv");
    Files.writeString(file, "implementation,operation\ngpurma,put\n");

    assertThatThrownBy(() -> CaseRun.readAll(List.of(file)))
        .isInstanceOf(BadMeasurementsException.class)
        .hasMessageContaining("has no column 'case' (it has implementation, operation)");
  }
}
