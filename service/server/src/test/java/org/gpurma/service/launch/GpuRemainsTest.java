package org.gpurma.service.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.placement.ProcessPlacement;
import org.junit.jupiter.api.Test;

class GpuRemainsTest {
  private static final String HOLDER = "GPU-1, 4711, 512 MiB, /opt/run, with a comma";

  private static ProcessPlacement placement(int index, String node, String gpu, GpuKind kind) {
    return new ProcessPlacement(
        index, node, Reach.LOCAL, new Gpu(gpu, "G", kind, 8, 0), List.of(0), true, "");
  }

  private static GpuRemains remains(GpuRemains.Tool tool) {
    return GpuRemains.of(
        "h1",
        List.of(
            placement(0, "h1", "GPU-1", GpuKind.CUDA), placement(1, "h2", "GPU-2", GpuKind.CUDA)),
        tool);
  }

  @Test
  void a_process_that_keeps_holding_memory_of_the_jobs_gpu_is_named() throws Exception {
    assertThat(remains(_ -> HOLDER + "\n").find())
        .contains(new Remains("h1", "process 4711 holds 512 MiB of GPU-1"));
  }

  @Test
  void memory_that_is_freed_a_moment_later_is_none() throws Exception {
    Deque<String> answers = new ArrayDeque<>(List.of(HOLDER, HOLDER, ""));

    assertThat(remains(_ -> answers.remove()).find()).isEmpty();
    assertThat(answers).isEmpty();
  }

  @Test
  void gpus_that_the_job_did_not_have_there_do_not_count_nor_does_cudas_own_daemon()
      throws Exception {
    String others =
        """
        GPU-2, 17, 100 MiB, /opt/run
        GPU-3, 18, 100 MiB, /opt/run
        GPU-1, 19, 30 MiB, nvidia-cuda-mps-server
        """;

    assertThat(remains(_ -> others).find()).isEmpty();
  }

  @Test
  void where_it_cannot_be_found_out_that_is_said() throws Exception {
    GpuRemains.Tool broken =
        command -> {
          throw new IOException(command.getFirst() + " did not end within 10 s");
        };

    assertThat(remains(broken).find())
        .contains(
            new Remains(
                "h1",
                "what is left there could not be found out:"
                    + " nvidia-smi did not end within 10 s"));
  }

  @Test
  void nobody_is_asked_about_emulated_gpus() throws Exception {
    GpuRemains.Tool absent =
        _ -> {
          throw new AssertionError("asked");
        };

    assertThat(
            GpuRemains.of("h1", List.of(placement(0, "h1", "emulated-0", GpuKind.EMULATED)), absent)
                .find())
        .isEmpty();
  }
}
