package org.gpurma.service.metrics;

import java.util.function.ToDoubleFunction;
import org.gpurma.service.counters.ThrottleReason;
import org.gpurma.wire.GpuState;
import org.gpurma.wire.Sample;

/** What a GPU that is held tells of itself. */
final class GpuSeries {
  private static final double MILLI = 1e3;
  private static final double MEGA = 1e6;

  private GpuSeries() {}

  /** What the driver does not say of this GPU has no series. */
  static void add(LiveSeries series, GpuState now) {
    if (now.hasUtilization()) {
      series.gauge(
          "gpurma.gpu.utilization",
          "For how much of the last moments a kernel ran: of a job's persistent kernel, always",
          "ratio",
          of(GpuState::getUtilization));
    }
    if (now.hasMemoryTotalBytes()) {
      series.gauge(
          "gpurma.gpu.memory.used", "Memory in use", "bytes", of(GpuState::getMemoryUsedBytes));
      series.gauge(
          "gpurma.gpu.memory.size",
          "Memory that it has",
          "bytes",
          of(GpuState::getMemoryTotalBytes));
    }
    if (now.hasPowerMilliwatts()) {
      series.gauge(
          "gpurma.gpu.power",
          "Power that it draws",
          "watts",
          of(gpu -> gpu.getPowerMilliwatts() / MILLI));
    }
    if (now.hasEnergyMillijoules()) {
      series.counter(
          "gpurma.gpu.energy",
          "Energy since the driver was loaded",
          "joules",
          of(gpu -> gpu.getEnergyMillijoules() / MILLI));
    }
    if (now.hasTemperatureCelsius()) {
      series.gauge(
          "gpurma.gpu.temperature",
          "Temperature of the chip",
          "celsius",
          of(GpuState::getTemperatureCelsius));
    }
    if (now.hasSmClockMhz()) {
      series.gauge(
          "gpurma.gpu.sm.clock",
          "Clock of its multiprocessors",
          "hertz",
          of(gpu -> gpu.getSmClockMhz() * MEGA));
    }
    errors(series, now);
    if (now.hasThrottleReasons()) {
      for (ThrottleReason reason : ThrottleReason.values()) {
        series.gauge(
            "gpurma.gpu.throttled",
            "1 while it is slower than it could be for this reason",
            "",
            of(gpu -> reason.isIn(gpu.getThrottleReasons()) ? 1 : 0),
            "reason",
            reason.word());
      }
    }
  }

  private static void errors(LiveSeries series, GpuState now) {
    if (now.hasEccCorrected()) {
      ecc(series, "corrected", GpuState::getEccCorrected);
    }
    if (now.hasEccUncorrected()) {
      ecc(series, "uncorrected", GpuState::getEccUncorrected);
    }
    series.counter(
        "gpurma.gpu.xid.errors",
        "Errors that its driver reported since the process began",
        "",
        of(GpuState::getXidErrors));
    series.gauge(
        "gpurma.gpu.last.xid",
        "Number of the last error that its driver reported; 0: none",
        "",
        of(GpuState::getLastXid));
  }

  private static void ecc(LiveSeries series, String type, ToDoubleFunction<GpuState> count) {
    series.counter(
        "gpurma.gpu.ecc.errors",
        "Errors of its memory since the driver was loaded",
        "",
        of(count),
        "type",
        type);
  }

  private static ToDoubleFunction<Sample> of(ToDoubleFunction<GpuState> value) {
    return sample -> value.applyAsDouble(sample.getGpu());
  }
}
