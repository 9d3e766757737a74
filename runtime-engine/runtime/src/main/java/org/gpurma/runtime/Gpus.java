package org.gpurma.runtime;

import java.util.Optional;
import java.util.function.Supplier;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.nvml.NvmlGpu;
import org.gpurma.wire.DeviceKind;
import org.gpurma.wire.GpuState;
import org.gpurma.wire.RunSpec;

/** How the GPU of a job is watched. */
final class Gpus {

  private Gpus() {}

  /** Of an emulated GPU there is nothing to tell. */
  static Supplier<Optional<GpuState>> watched(RunSpec spec, Device device) {
    if (spec.getDevice() != DeviceKind.CUDA) {
      return Optional::empty;
    }
    Optional<NvmlGpu> gpu = NvmlGpu.find(device.uuid());
    return () -> gpu.map(NvmlGpu::state);
  }
}
