package org.gpurma.runtime.nvml;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.gpurma.runtime.nvml.NvmlLibrary.Function;
import org.gpurma.wire.GpuState;

/** One GPU as the driver sees it. One thread's at a time. */
public final class NvmlGpu {

  /** Room for every record and number that is asked for. */
  private static final long OUT_BYTES = 64;

  private static final int TEMPERATURE_GPU = 0;
  private static final int CLOCK_SM = 1;
  private static final int CORRECTED = 0;
  private static final int UNCORRECTED = 1;
  private static final int SINCE_DRIVER_LOAD = 0;
  private static final double PERCENT = 100;

  private final MemorySegment device;
  private final MemorySegment out = Arena.ofAuto().allocate(OUT_BYTES, Long.BYTES);
  private final XidEvents xids;
  private final Optional<Function> utilization;
  private final Optional<Function> memory;
  private final Optional<Function> power;
  private final Optional<Function> energy;
  private final Optional<Function> temperature;
  private final Optional<Function> clock;
  private final Optional<Function> ecc;
  private final Optional<Function> throttleReasons;

  private NvmlGpu(NvmlLibrary library, MemorySegment device) {
    this.device = device;
    xids = new XidEvents(library, device);
    utilization = library.getter("nvmlDeviceGetUtilizationRates", 0);
    memory = library.getter("nvmlDeviceGetMemoryInfo", 0);
    power = library.getter("nvmlDeviceGetPowerUsage", 0);
    energy = library.getter("nvmlDeviceGetTotalEnergyConsumption", 0);
    temperature = library.getter("nvmlDeviceGetTemperature", 1);
    clock = library.getter("nvmlDeviceGetClockInfo", 1);
    ecc = library.getter("nvmlDeviceGetTotalEccErrors", 2);
    throttleReasons = library.getter("nvmlDeviceGetCurrentClocksThrottleReasons", 0);
  }

  /**
   * Where the driver brings no such library, or it does not know the GPU, a line on stderr says so.
   */
  public static Optional<NvmlGpu> find(String uuid) {
    return find(NvmlLibrary.NAME, uuid);
  }

  static Optional<NvmlGpu> find(String libraryName, String uuid) {
    NvmlLibrary library;
    try {
      library = NvmlLibrary.load(libraryName);
    } catch (IllegalArgumentException _) {
      return nothing("there is no " + libraryName);
    }
    Optional<MemorySegment> device = library.device(uuid);
    return device.isPresent()
        ? device.map(found -> new NvmlGpu(library, found))
        : nothing("NVML does not know it");
  }

  private static Optional<NvmlGpu> nothing(String why) {
    System.err.println("gpurma-runtime: nothing is measured of the GPU: " + why);
    return Optional.empty();
  }

  /** As it is now; what it does not tell is absent. */
  public GpuState state() {
    GpuState.Builder state = GpuState.newBuilder();
    if (isFilled(utilization)) {
      // nvmlUtilization_t: gpu, memory.
      state.setUtilization(number() / PERCENT);
    }
    if (isFilled(memory)) {
      // nvmlMemory_t: total, free, used.
      state.setMemoryTotalBytes(long64(0)).setMemoryUsedBytes(long64(2));
    }
    if (isFilled(power)) {
      state.setPowerMilliwatts(number());
    }
    if (isFilled(energy)) {
      state.setEnergyMillijoules(long64(0));
    }
    if (isFilled(temperature, TEMPERATURE_GPU)) {
      state.setTemperatureCelsius(number());
    }
    if (isFilled(clock, CLOCK_SM)) {
      state.setSmClockMhz(number());
    }
    if (isFilled(ecc, CORRECTED, SINCE_DRIVER_LOAD)) {
      state.setEccCorrected(long64(0));
    }
    if (isFilled(ecc, UNCORRECTED, SINCE_DRIVER_LOAD)) {
      state.setEccUncorrected(long64(0));
    }
    if (isFilled(throttleReasons)) {
      state.setThrottleReasons(long64(0));
    }
    xids.poll();
    return state.setXidErrors(xids.count()).setLastXid(xids.last()).build();
  }

  private boolean isFilled(Optional<Function> getter, Object... numbers) {
    Object[] arguments = new Object[numbers.length + 2];
    arguments[0] = device;
    System.arraycopy(numbers, 0, arguments, 1, numbers.length);
    arguments[numbers.length + 1] = out;
    return getter.map(function -> function.succeeds(arguments)).orElse(false);
  }

  private int number() {
    return out.get(JAVA_INT, 0);
  }

  private long long64(int index) {
    return out.getAtIndex(JAVA_LONG, index);
  }
}
