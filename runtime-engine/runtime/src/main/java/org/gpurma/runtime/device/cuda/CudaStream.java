package org.gpurma.runtime.device.cuda;

import static jcuda.driver.JCudaDriver.cuLaunchKernel;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoHAsync;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoDAsync;
import static jcuda.driver.JCudaDriver.cuModuleGetFunction;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import org.gpurma.runtime.device.KernelStream;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/** The kernels of a fatbin in one stream. */
record CudaStream(CUmodule module, CUstream stream) implements KernelStream {

  static CudaStream of(Path binary, CUstream stream) {
    return new CudaStream(CudaProgram.module(binary), stream);
  }

  @Override
  public Work kernel(String name, int blocks, int threads, MemorySegment argument) {
    CUfunction function = new CUfunction();
    int result = cuModuleGetFunction(function, module, name);
    if (result == CUresult.CUDA_ERROR_NOT_FOUND) {
      throw new FailureException(
          new Failure.BadRunSpec(
              "there is no kernel %s in the program; define it by GPURMA_KERNEL".formatted(name)));
    }
    Cuda.check(result, "cuModuleGetFunction " + name);
    Pointer arguments = Pointer.to(HostPointer.at(argument));
    return () ->
        Cuda.check(
            cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, stream, arguments, null),
            "cuLaunchKernel");
  }

  @Override
  public Work copyIn(long deviceAddress, MemorySegment from) {
    DevicePointer device = DevicePointer.at(deviceAddress);
    HostPointer host = HostPointer.at(from);
    return () ->
        Cuda.check(cuMemcpyHtoDAsync(device, host, from.byteSize(), stream), "cuMemcpyHtoDAsync");
  }

  @Override
  public Work copyOut(MemorySegment to, long deviceAddress) {
    DevicePointer device = DevicePointer.at(deviceAddress);
    HostPointer host = HostPointer.at(to);
    return () ->
        Cuda.check(cuMemcpyDtoHAsync(host, device, to.byteSize(), stream), "cuMemcpyDtoHAsync");
  }

  @Override
  public void synchronize() {
    Cuda.check(cuStreamSynchronize(stream), "cuStreamSynchronize");
  }
}
