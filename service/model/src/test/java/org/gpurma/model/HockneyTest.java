package org.gpurma.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import java.util.stream.IntStream;
import org.gpurma.model.Hockney.Protocol;
import org.junit.jupiter.api.Test;

class HockneyTest {

  /** 8 B to 1 MiB by powers of two. */
  private static List<Point> points(LongToDoubleFunction time) {
    return IntStream.rangeClosed(3, 20)
        .mapToLong(power -> 1L << power)
        .mapToObj(bytes -> new Point(bytes, time.applyAsDouble(bytes)))
        .toList();
  }

  private static double twoProtocols(long bytes) {
    return bytes <= 4096 ? 0.7 + bytes / 10e3 : 2 + bytes / 45e3;
  }

  @Test
  void oneProtocolIsFoundAsItIs() {
    List<Protocol> found = Hockney.search(points(bytes -> 3 + bytes / 12e3), 4);

    assertThat(found).hasSize(1);
    assertThat(found.getFirst().latency()).isCloseTo(3, within(1e-6));
    assertThat(found.getFirst().bandwidth()).isCloseTo(12, within(1e-6));
    assertThat(found.getFirst().worst()).isLessThan(1e-9);
  }

  @Test
  void theSizeAtWhichTheProtocolChangesIsFound() {
    List<Protocol> found = Hockney.search(points(HockneyTest::twoProtocols), 4);

    assertThat(found).hasSize(2);
    assertThat(found.getFirst().largest()).isEqualTo(4096);
    assertThat(found.getFirst().latency()).isCloseTo(0.7, within(1e-6));
    assertThat(found.getLast().smallest()).isEqualTo(8192);
    assertThat(found.getLast().bandwidth()).isCloseTo(45, within(1e-6));
  }

  @Test
  void noiseMakesNoProtocols() {
    long seed = new Random().nextLong();
    Random noise = new Random(seed);

    List<Protocol> found =
        Hockney.search(points(bytes -> (3 + bytes / 12e3) * (1 + 0.02 * noise.nextGaussian())), 4);

    assertThat(found).as("seed %d", seed).hasSize(1);
    assertThat(found.getFirst().latency()).as("seed %d", seed).isCloseTo(3, within(0.3));
  }

  @Test
  void givenSwitchesAreTaken() {
    List<Protocol> fitted = Hockney.fit(points(HockneyTest::twoProtocols), List.of(8192L));

    assertThat(fitted).extracting(Protocol::points).containsExactly(10, 8);
    assertThat(fitted.getLast().latency()).isCloseTo(2, within(1e-6));
  }

  @Test
  void timesThatDoNotGrowHaveNoBandwidth() {
    Protocol flat = Hockney.search(points(_ -> 1.5), 3).getFirst();

    assertThat(flat.bandwidth()).isInfinite();
    assertThat(flat.latency()).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void noParameterIsNegative() {
    Protocol falling = Hockney.fit(points(bytes -> 2 - bytes / 1e6), List.of()).getFirst();
    Protocol steep = Hockney.fit(points(bytes -> bytes * bytes / 1e6), List.of()).getFirst();

    assertThat(falling.bandwidth()).isInfinite();
    assertThat(steep.latency()).isZero();
    assertThat(steep.bandwidth()).isPositive();
  }

  @Test
  void tooFewPointsForTwoProtocolsGiveOne() {
    List<Point> few = points(HockneyTest::twoProtocols).subList(7, 12);

    assertThat(Hockney.search(few, 4)).hasSize(1);
  }
}
