package org.gpurma.runtime.device.cuda;

import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuLaunchCooperativeKernel;
import static jcuda.driver.JCudaDriver.cuModuleGetFunction;
import static jcuda.driver.JCudaDriver.cuModuleLoadData;
import static jcuda.driver.JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor;
import static jcuda.driver.JCudaDriver.cuStreamQuery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import org.gpurma.runtime.device.EntryNames;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.device.RunState;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/** A kernel of a fatbin. */
record CudaProgram(CUfunction function, int multiprocessors, CUstream stream) implements Program {

  static CudaProgram load(Path binary, String entry, int multiprocessors, CUstream stream) {
    CUmodule module = module(binary);
    for (String name : EntryNames.candidates(entry)) {
      CUfunction function = new CUfunction();
      int result = cuModuleGetFunction(function, module, name);
      if (result == CUresult.CUDA_SUCCESS) {
        return new CudaProgram(function, multiprocessors, stream);
      }
      if (result != CUresult.CUDA_ERROR_NOT_FOUND) {
        Cuda.check(result, "cuModuleGetFunction " + name);
      }
    }
    throw new FailureException(
        new Failure.BadRunSpec(
            "program.entry: there is no kernel %s(gpurma_context_handle) in %s"
                .formatted(entry, binary.getFileName())));
  }

  static CUmodule module(Path binary) {
    CUmodule module = new CUmodule();
    Cuda.check(cuModuleLoadData(module, image(binary)), "loading " + binary.getFileName());
    return module;
  }

  @Override
  public int fittingRanks(int threadsPerRank) {
    int[] blocks = new int[1];
    Cuda.check(
        cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threadsPerRank, 0),
        "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    return blocks[0] * multiprocessors;
  }

  /**
   * Cooperative: the driver runs all blocks at once or refuses; ranks wait for each other. Copies
   * and fills before it may still be on their way, in a stream that this one does not wait for.
   */
  @Override
  public Run launch(int ranks, int threadsPerRank, long contextAddress) {
    Cuda.check(cuCtxSynchronize(), "cuCtxSynchronize");
    Pointer arguments = Pointer.to(Pointer.to(new long[] {contextAddress}));
    Cuda.check(
        cuLaunchCooperativeKernel(
            function, ranks, 1, 1, threadsPerRank, 1, 1, 0, stream, arguments),
        "cuLaunchCooperativeKernel");
    return this::poll;
  }

  private RunState poll() {
    int result = cuStreamQuery(stream);
    return switch (result) {
      case CUresult.CUDA_SUCCESS -> RunState.ENDED;
      case CUresult.CUDA_ERROR_NOT_READY -> RunState.RUNNING;
      case CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, CUresult.CUDA_ERROR_MISALIGNED_ADDRESS ->
          faulted(RunState.FaultKind.ILLEGAL_ADDRESS, "illegal address", result);
      default -> faulted(RunState.FaultKind.DEVICE_ERROR, "device error", result);
    };
  }

  /** The driver names no block. */
  private static RunState faulted(RunState.FaultKind kind, String what, int result) {
    return new RunState.Faulted(
        kind,
        "%s: the kernel ended with %s".formatted(what, CUresult.stringFor(result)),
        OptionalInt.empty());
  }

  private static byte[] image(Path binary) {
    try {
      return Files.readAllBytes(binary);
    } catch (IOException e) {
      throw new FailureException(
          new Failure.BadRunSpec("program " + binary + " cannot be read: " + e.getMessage()), e);
    }
  }
}
