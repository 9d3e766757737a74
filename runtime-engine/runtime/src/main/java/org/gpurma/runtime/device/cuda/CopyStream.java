package org.gpurma.runtime.device.cuda;

import static jcuda.driver.JCudaDriver.cuEventCreate;
import static jcuda.driver.JCudaDriver.cuEventQuery;
import static jcuda.driver.JCudaDriver.cuEventRecord;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoDAsync;
import static jcuda.driver.JCudaDriver.cuStreamCreate;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;

/**
 * Copies to the device beside a running kernel. A stream completes in order, so a ticket is a
 * count; each ticket has an event of a ring, created before the launch.
 */
final class CopyStream {

  private static final int EVENTS = 256;

  private final CUstream stream = new CUstream();
  private final CUevent[] events = new CUevent[EVENTS];
  private long started;
  private long completed;

  CopyStream() {
    Cuda.check(cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    for (int i = 0; i < EVENTS; i++) {
      events[i] = new CUevent();
      Cuda.check(cuEventCreate(events[i], CUevent_flags.CU_EVENT_DISABLE_TIMING), "cuEventCreate");
    }
  }

  long start(long deviceAddress, MemorySegment from, long offset, long bytes) {
    while (started - completed == EVENTS) {
      Thread.onSpinWait();
      advance();
    }
    Cuda.check(
        cuMemcpyHtoDAsync(
            DevicePointer.at(deviceAddress), HostPointer.at(from, offset), bytes, stream),
        "cuMemcpyHtoDAsync");
    started++;
    Cuda.check(cuEventRecord(event(started), stream), "cuEventRecord");
    return started;
  }

  boolean isCompleted(long ticket) {
    if (completed < ticket) {
      advance();
    }
    return completed >= ticket;
  }

  private void advance() {
    while (completed < started) {
      int result = cuEventQuery(event(completed + 1));
      if (result == CUresult.CUDA_ERROR_NOT_READY) {
        return;
      }
      Cuda.check(result, "cuEventQuery");
      completed++;
    }
  }

  private CUevent event(long ticket) {
    return events[(int) (ticket % EVENTS)];
  }
}
