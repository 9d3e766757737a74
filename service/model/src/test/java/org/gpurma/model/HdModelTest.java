package org.gpurma.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The expected times are worked out by hand. */
class HdModelTest {

  /**
   * A copy takes 1 us, beside a fence, and 1 us more for each 10,000 B; of ten arrays twice as long
   * for those. An exchange takes 3 us on the device, and 5 us and 1 us for each 10,000 B to a peer.
   */
  private static List<Measurement> rows() {
    List<Measurement> rows = new ArrayList<>();
    rows.add(measured("fence", "device", 0, 0.5));
    for (long bytes : new long[] {4000, 20_000, 60_000}) {
      rows.add(measured("pass_of_5", "device", bytes, 1.5 + bytes / 1e4));
      rows.add(measured("pass_of_10", "device", bytes, 1.5 + bytes / 5e3));
    }
    for (String operation : List.of("halo", "halo_pair", "halo_turn")) {
      rows.add(measured(operation, "device", 0, 3));
      rows.add(measured(operation, "peer", 0, 5));
      rows.add(measured(operation, "peer", 20_000, 7));
    }
    rows.add(measured("halo_busy", "device", 0, 2));
    rows.add(measured("halo_busy", "peer", 0, 4));
    rows.add(measured("memory_copy", "device", 4096, 1000));
    rows.add(measured("memory_copy", "device", 65536, 2000));
    return rows;
  }

  private static Measurement measured(String operation, String path, long bytes, double median) {
    return new Measurement(
        "gpurma", operation, path, bytes, 100, 256, 1, 1, median, median, median, "us");
  }

  /** A rank has 4 rows of 1250 cells: a field of 40,000 B, of rows of 10,000 B. */
  private static List<Double> predicted(HdModel model, Reach reach) {
    return model.predict(new Calibration(rows()), new HdModel.Problem(reach, 4, 1250)).stream()
        .map(PredictedTime::microseconds)
        .toList();
  }

  private static void requireTimes(List<Double> times, double... expected) {
    assertThat(times).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(times.get(i)).isCloseTo(expected[i], within(1e-9));
    }
  }

  @Test
  void hd_adds_what_its_stencils_and_three_exchanges_take() {
    // A field takes 2, a row 0.5: lap 1 + 4 + 2 x 0.5, the fluxes and out 1 + 6 + 0.5 each.
    requireTimes(predicted(HdModel.HD, Reach.DEVICE), 21 + 9, 21, 9);
    requireTimes(predicted(HdModel.HD, Reach.NODE), 21 + 18, 21, 18);
  }

  @Test
  void the_more_rows_a_rank_has_the_less_its_neighbours_count() {
    double compute =
        HdModel.HD
            .predict(new Calibration(rows()), new HdModel.Problem(Reach.DEVICE, 40, 125))
            .get(1)
            .microseconds();

    // The same field, of rows that take 0.05.
    assertThat(compute).isCloseTo(19 + 4 * 0.05, within(1e-9));
  }

  @Test
  void a_row_that_is_computed_twice_saves_an_exchange() {
    requireTimes(predicted(HdModel.HD_RECOMPUTE, Reach.DEVICE), 21 + 6, 21, 6);
  }

  @Test
  void without_overlap_two_sets_compute_twice_and_share_their_exchanges() {
    // A field takes 4, a row 1: lap 1 + 8 + 2, the fluxes and out 1 + 12 + 1 each.
    requireTimes(predicted(HdModel.HD_NOOVERLAP, Reach.DEVICE), 78 + 9, 78, 9);
  }

  @Test
  void with_overlap_only_what_keeps_the_rank_busy_adds_to_long_stencils() {
    requireTimes(predicted(HdModel.HD_OVERLAP, Reach.DEVICE), 78 + 6 * 2, 78, 18);
  }

  @Test
  void with_overlap_short_stencils_wait_for_what_is_on_its_way() {
    List<Measurement> slow = new ArrayList<>(rows());
    slow.removeIf(each -> each.operation().equals("halo_turn"));
    slow.add(measured("halo_turn", "device", 0, 102));

    double step =
        HdModel.HD_OVERLAP
            .predict(new Calibration(slow), new HdModel.Problem(Reach.DEVICE, 4, 1250))
            .getFirst()
            .microseconds();

    assertThat(step).isCloseTo(6 * 102.0, within(1e-9));
  }

  @Test
  void gpus_of_a_node_that_were_not_measured_as_peers_use_the_network() {
    List<Measurement> rows = new ArrayList<>(rows());
    rows.replaceAll(
        each ->
            each.path().equals("peer")
                ? new Measurement(
                    each.implementation(),
                    each.operation(),
                    "network",
                    each.bytes(),
                    each.ranks(),
                    each.threads(),
                    each.rounds(),
                    each.repetitions(),
                    each.median(),
                    each.minimum(),
                    each.maximum(),
                    each.unit())
                : each);

    double communication =
        HdModel.HD
            .predict(new Calibration(rows), new HdModel.Problem(Reach.NODE, 4, 1250))
            .getLast()
            .microseconds();

    assertThat(communication).isCloseTo(18, within(1e-9));
  }

  @Test
  void what_a_calibration_lacks_is_named() {
    List<Measurement> rows =
        rows().stream().filter(each -> !each.operation().equals("halo")).toList();

    assertThatThrownBy(
            () ->
                HdModel.HD.predict(
                    new Calibration(rows), new HdModel.Problem(Reach.NETWORK, 4, 1250)))
        .isInstanceOf(BadMeasurementsException.class)
        .hasMessageContaining("no halo over the path network")
        .hasMessageContaining("calibrate");
  }

  @Test
  void the_bandwidth_of_memory_is_that_of_the_largest_copy() {
    assertThat(new Calibration(rows()).memoryBandwidth()).isEqualTo(2000);
    assertThat(new Calibration(List.of()).memoryBandwidth()).isZero();
  }

  @Test
  void a_model_is_found_by_its_word() {
    assertThat(HdModel.of("hd-overlap")).contains(HdModel.HD_OVERLAP);
    assertThat(HdModel.of("hd2")).isEmpty();
    assertThat(HdModel.words()).isEqualTo("hd, hd-overlap, hd-nooverlap, hd-recompute");
  }
}
