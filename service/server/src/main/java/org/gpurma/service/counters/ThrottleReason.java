package org.gpurma.service.counters;

import java.util.List;
import java.util.stream.Stream;

/** Why a GPU runs slower than it could: the bits that NVML calls nvmlClocksThrottleReasons. */
public enum ThrottleReason {
  IDLE(0x1, "idle"),
  APPLICATION_CLOCKS(0x2, "application-clocks"),
  POWER_CAP(0x4, "power-cap"),
  HARDWARE(0x8, "hardware"),
  SYNC_BOOST(0x10, "sync-boost"),
  THERMAL(0x20, "thermal"),
  HARDWARE_THERMAL(0x40, "hardware-thermal"),
  POWER_BRAKE(0x80, "power-brake"),
  DISPLAY_CLOCKS(0x100, "display-clocks");

  private final long bit;
  private final String word;

  ThrottleReason(long bit, String word) {
    this.bit = bit;
    this.word = word;
  }

  public String word() {
    return word;
  }

  public boolean isIn(long reasons) {
    return (reasons & bit) != 0;
  }

  static List<String> words(long reasons) {
    return Stream.of(values())
        .filter(reason -> reason.isIn(reasons))
        .map(ThrottleReason::word)
        .toList();
  }
}
