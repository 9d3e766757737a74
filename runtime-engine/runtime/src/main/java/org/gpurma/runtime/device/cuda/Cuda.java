package org.gpurma.runtime.device.cuda;

import java.util.OptionalInt;
import jcuda.driver.CUresult;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/** Results of driver calls. */
final class Cuda {

  private Cuda() {}

  static void check(int result, String call) {
    if (result == CUresult.CUDA_SUCCESS) {
      return;
    }
    String message = call + ": " + CUresult.stringFor(result);
    throw new FailureException(
        result == CUresult.CUDA_ERROR_OUT_OF_MEMORY
            ? new Failure.OutOfMemory(message)
            : new Failure.DeviceError(OptionalInt.empty(), message));
  }
}
