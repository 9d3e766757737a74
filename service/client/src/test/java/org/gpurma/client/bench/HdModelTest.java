package org.gpurma.client.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The expected times are worked out by hand from the thesis's formulas. */
class HdModelTest {

  /** 1000 GB/s of memory; puts of 1 us on the device, and of 2 us and 10 GB/s to a peer. */
  private static List<Measurement> calibration() {
    List<Measurement> rows = new ArrayList<>();
    rows.add(measured("memory_copy", "device", 4096, 100, 1000, "GB/s"));
    for (long bytes : new long[] {0, 1024, 4096, 16384, 65536}) {
      rows.add(measured("put_notify", "device", bytes, 2, 1, "us"));
      rows.add(measured("put_notify", "peer", bytes, 2, 2 + bytes / 1e4, "us"));
    }
    return rows;
  }

  private static Measurement measured(
      String operation, String path, long bytes, long ranks, double median, String unit) {
    return new Measurement(
        "gpurma", operation, path, bytes, ranks, 256, 1, 1, median, median, median, unit);
  }

  private static double predicted(String variant, int gpus) {
    // 100 ranks of 4 rows of 1000 cells a GPU: a field is 32,000 B and takes 3.2 us to read.
    String size = 400 * gpus + "x1000";
    return new HdModel(calibration())
        .predict(
            new CaseRun("horizontal-diffusion", variant, "gpurma", gpus, 100, 256, size, 1, 1, 1));
  }

  @Test
  void on_one_gpu_nothing_is_copied_and_only_the_notifications_count() {
    assertThat(predicted("hd 4x64", 1)).isCloseTo(9 * 3.2 + 3 * 1, within(0.01));
  }

  @Test
  void hd_adds_computation_and_three_halos_of_two_rows() {
    assertThat(predicted("hd 4x64", 2)).isCloseTo(9 * 3.2 + 3 * (2 + 1.6), within(0.05));
  }

  @Test
  void without_overlap_two_sets_compute_twice_and_share_the_latency() {
    assertThat(predicted("hd-nooverlap 4x64", 2)).isCloseTo(18 * 3.2 + 3 * (2 + 3.2), within(0.05));
  }

  @Test
  void with_overlap_each_phase_takes_the_longer_of_the_two() {
    // lap 6.4, fli and flj 12.8, out 9.6; the halo takes 3.6 and hides behind all of them.
    assertThat(predicted("hd-overlap 4x64", 2)).isCloseTo(2 * (6.4 + 12.8 + 9.6), within(0.05));
  }

  @Test
  void a_calibration_without_memory_is_refused() {
    List<Measurement> rows = calibration().subList(1, 11);

    assertThatThrownBy(() -> new HdModel(rows))
        .isInstanceOf(BadMeasurementsException.class)
        .hasMessageContaining("the job calibrate measures both");
  }
}
