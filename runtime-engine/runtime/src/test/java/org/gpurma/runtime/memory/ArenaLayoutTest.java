package org.gpurma.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.gpurma.runtime.records.ContextDescriptor;
import org.gpurma.runtime.records.DeviceAreaLayout;
import org.gpurma.runtime.records.QueueSizes;
import org.junit.jupiter.api.Test;

class ArenaLayoutTest {

  private static final int RANKS = 3;
  private static final int NEAR_RANKS = 6;
  private static final DeviceAreaLayout AREA =
      DeviceAreaLayout.of(new QueueSizes(64, 16, 256, 256, 4096, 8, 16384), NEAR_RANKS);

  private final ArenaLayout layout = layout(1000, 24, List.of(300L, 0L, 7L));

  @Test
  void everyPartHasTheRoomThatItNeeds() {
    assertThat(layout.deviceAreas()).isZero();
    assertThat(layout.shared()).isGreaterThanOrEqualTo((long) AREA.stride() * RANKS);
    assertThat(layout.windowParts() - layout.shared()).isGreaterThanOrEqualTo(192);
    assertThat(layout.context() - layout.windowParts())
        .isGreaterThanOrEqualTo(2 * 64 * NEAR_RANKS * 16);
    assertThat(layout.managed() - layout.context()).isGreaterThanOrEqualTo(ContextDescriptor.BYTES);
    assertThat(layout.userdata() - layout.managed()).isGreaterThanOrEqualTo(1000);
    assertThat(layout.buffers().get(0) - layout.userdata()).isGreaterThanOrEqualTo(24);
    assertThat(layout.buffers().get(1) - layout.buffers().get(0)).isGreaterThanOrEqualTo(300);
    assertThat(layout.bytes() - layout.buffers().get(2)).isGreaterThanOrEqualTo(7);
  }

  @Test
  void everyPartIsAlignedAsManagedMemoryIs() {
    LongStream parts =
        LongStream.concat(
            LongStream.of(
                layout.shared(),
                layout.windowParts(),
                layout.context(),
                layout.managed(),
                layout.userdata(),
                layout.bytes()),
            layout.buffers().stream().mapToLong(Long::longValue));
    assertThat(parts.filter(offset -> offset % 256 != 0)).isEmpty();
  }

  @Test
  void theLibrarysAreasLieAlikeWhateverAProcessKeepsBesideThem() {
    ArenaLayout other = layout(1 << 20, 0, List.of());
    assertThat(other.deviceAreas()).isEqualTo(layout.deviceAreas());
    assertThat(other.shared()).isEqualTo(layout.shared());
    assertThat(other.windowParts()).isEqualTo(layout.windowParts());
  }

  @Test
  void contentsBeyondAnyMemoryAreRefused() {
    assertThatThrownBy(() -> layout(Long.MAX_VALUE, 0, List.of()))
        .isInstanceOf(ArithmeticException.class);
  }

  private static ArenaLayout layout(long managed, long userdata, List<Long> buffers) {
    return ArenaLayout.of(AREA, RANKS, NEAR_RANKS, new ArenaContents(managed, userdata, buffers));
  }
}
