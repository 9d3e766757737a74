package org.gpurma.runtime.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.wire.GpuState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmlGpuTest {

  private static final String GPU = "GPU-1234";

  @TempDir private static Path folder;

  /** Compiles the stand-in; each test has one of its own, for it remembers what it was asked. */
  private static String library(String name, String... defines) throws Exception {
    Path library = folder.resolve(name + ".so");
    Path source = Path.of(NvmlGpuTest.class.getResource("/nvml/fake_nvml.cpp").toURI());
    List<String> command =
        new ArrayList<>(
            List.of("g++", "-std=c++20", "-shared", "-fPIC", "-I/usr/local/cuda/include"));
    command.addAll(List.of(defines));
    command.addAll(List.of(source.toString(), "-o", library.toString()));
    run(command);
    return library.toString();
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void theDriverTellsHowTheGpuIs() throws Exception {
    NvmlGpu gpu = NvmlGpu.find(library("whole"), GPU).orElseThrow();

    GpuState expected =
        GpuState.newBuilder()
            .setUtilization(0.97)
            .setMemoryTotalBytes(150_754_820_096L)
            .setMemoryUsedBytes(100_000_000_000L)
            .setPowerMilliwatts(612_500)
            .setEnergyMillijoules(98_765_432_109_876L)
            .setTemperatureCelsius(61)
            .setSmClockMhz(1980)
            .setEccCorrected(5)
            .setEccUncorrected(1)
            .setThrottleReasons(0x24)
            .setXidErrors(2)
            .setLastXid(79)
            .build();
    assertThat(gpu.state()).isEqualTo(expected);
    assertThat(gpu.state()).as("no error is counted twice").isEqualTo(expected);
  }

  @Test
  void whatADriverDoesNotTellIsAbsent() throws Exception {
    NvmlGpu gpu =
        NvmlGpu.find(library("old", "-DWITHOUT_ECC", "-DWITHOUT_THROTTLE_REASONS"), GPU)
            .orElseThrow();

    GpuState state = gpu.state();
    assertThat(state.hasEccCorrected()).isFalse();
    assertThat(state.hasEccUncorrected()).isFalse();
    assertThat(state.hasThrottleReasons()).isFalse();
    assertThat(state.getTemperatureCelsius()).isEqualTo(61);
  }

  @Test
  void withoutTheLibraryOrItsGpuNothingIsMeasured() throws Exception {
    assertThat(NvmlGpu.find("libnvidia-ml-of-nobody.so.1", GPU)).isEmpty();
    assertThat(NvmlGpu.find(library("other"), "GPU-none")).isEmpty();
  }

  @Test
  void anEventIsLaidOutAsInNvml() {
    assertThat(XidEvents.EVENT.byteSize()).isEqualTo(32);
  }
}
