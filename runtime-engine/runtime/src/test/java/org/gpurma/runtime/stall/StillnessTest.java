package org.gpurma.runtime.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StillnessTest {

  private static final Standing STILL =
      new Standing(Rest.STILL, false, 10, 5, 5, 7, 7, Course.NONE);
  private static final Standing LATER =
      new Standing(Rest.STILL, false, 12, 5, 5, 7, 7, Course.NONE);

  private final Stillness stillness = new Stillness(Duration.ofNanos(100), Duration.ofNanos(50));

  @Test
  void lastsForTheWholeInterval() {
    assertThat(lookEvery(25, 0, 75, STILL)).isFalse();
    assertThat(lookEvery(25, 100, 100, STILL)).isTrue();
  }

  @Test
  void beginsAnewWithEveryChange() {
    assertThat(lookEvery(25, 0, 100, STILL)).isTrue();
    assertThat(lookEvery(25, 125, 200, LATER)).isFalse();
    assertThat(lookEvery(25, 225, 225, LATER)).isTrue();
  }

  @Test
  void endsWhenARankMoves() {
    assertThat(lookEvery(25, 0, 100, STILL)).isTrue();
    assertThat(lookEvery(25, 125, 125, STILL.moving())).isFalse();
    assertThat(lookEvery(25, 150, 225, STILL)).isFalse();
    assertThat(lookEvery(25, 250, 250, STILL)).isTrue();
  }

  @Test
  void beginsAnewAfterALookThatCameLate() {
    assertThat(lookEvery(25, 0, 100, STILL)).isTrue();
    assertThat(lookEvery(25, 151, 226, STILL)).isFalse();
    assertThat(lookEvery(25, 251, 251, STILL)).isTrue();
  }

  /** Returns what the last look says. */
  private boolean lookEvery(long period, long first, long last, Standing standing) {
    boolean still = false;
    for (long now = first; now <= last; now += period) {
      still = stillness.look(standing, now).isStill();
    }
    return still;
  }
}
