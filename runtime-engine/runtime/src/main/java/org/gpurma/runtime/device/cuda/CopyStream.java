package org.gpurma.runtime.device.cuda;

import static jcuda.driver.JCudaDriver.cuEventCreate;
import static jcuda.driver.JCudaDriver.cuEventQuery;
import static jcuda.driver.JCudaDriver.cuEventRecord;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoHAsync;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoDAsync;
import static jcuda.driver.JCudaDriver.cuStreamCreate;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;

/**
 * Copies to or from the device beside a running kernel. A stream completes in order, so a ticket is
 * a count; each ticket has an event of a ring, created before the launch.
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

  long toDevice(long deviceAddress, MemorySegment from, long offset, long bytes) {
    makeRoom();
    Cuda.check(
        cuMemcpyHtoDAsync(
            DevicePointer.at(deviceAddress), HostPointer.at(from, offset), bytes, stream),
        "cuMemcpyHtoDAsync");
    return started();
  }

  long toHost(MemorySegment to, long offset, long deviceAddress, long bytes) {
    makeRoom();
    Cuda.check(
        cuMemcpyDtoHAsync(
            HostPointer.at(to, offset), DevicePointer.at(deviceAddress), bytes, stream),
        "cuMemcpyDtoHAsync");
    return started();
  }

  boolean isCompleted(long ticket) {
    if (completed < ticket) {
      advance();
    }
    return completed >= ticket;
  }

  private void makeRoom() {
    while (started - completed == EVENTS) {
      Thread.onSpinWait();
      advance();
    }
  }

  private long started() {
    started++;
    Cuda.check(cuEventRecord(event(started), stream), "cuEventRecord");
    return started;
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
