package org.gpurma.runtime.device.cuda;

import static jcuda.driver.JCudaDriver.cuCtxSetCurrent;
import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuDeviceGet;
import static jcuda.driver.JCudaDriver.cuDeviceGetAttribute;
import static jcuda.driver.JCudaDriver.cuDeviceGetCount;
import static jcuda.driver.JCudaDriver.cuDevicePrimaryCtxRelease;
import static jcuda.driver.JCudaDriver.cuDevicePrimaryCtxRetain;
import static jcuda.driver.JCudaDriver.cuDevicePrimaryCtxSetFlags;
import static jcuda.driver.JCudaDriver.cuInit;
import static jcuda.driver.JCudaDriver.cuIpcGetMemHandle;
import static jcuda.driver.JCudaDriver.cuIpcOpenMemHandle;
import static jcuda.driver.JCudaDriver.cuMemAlloc;
import static jcuda.driver.JCudaDriver.cuMemHostAlloc;
import static jcuda.driver.JCudaDriver.cuMemHostGetDevicePointer;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoD;
import static jcuda.driver.JCudaDriver.cuMemsetD8;
import static jcuda.driver.JCudaDriver.cuStreamCreate;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.OptionalInt;
import jcuda.driver.CUcontext;
import jcuda.driver.CUctx_flags;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUipcMemHandle;
import jcuda.driver.CUipcMem_flags;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.KernelStream;
import org.gpurma.runtime.device.Program;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;

/**
 * The first GPU that this process sees; CUDA_VISIBLE_DEVICES names it. CUDA_MODULE_LOADING=EAGER is
 * expected in the environment: lazy loading can wait for a persistent kernel for ever. Memory lives
 * as long as the process.
 */
public final class CudaDevice implements Device {

  private static final long PAGE_BYTES = 2L * 1024 * 1024;

  private final CUdevice device = new CUdevice();
  private final String uuid;
  private final String name;
  private final int multiprocessors;
  private final CUstream kernelStream = new CUstream();
  private final CUcontext context = new CUcontext();
  private final CopyStream copies;
  private final CopyStream fetches;

  public CudaDevice() {
    initialise();
    requireDevice();
    Cuda.check(cuDeviceGet(device, 0), "cuDeviceGet");
    name = CudaIdentity.name(device);
    uuid = CudaIdentity.uuid(device);
    requireCooperativeLaunch();
    multiprocessors = attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    makeContextCurrent();
    Cuda.check(
        cuStreamCreate(kernelStream, CUstream_flags.CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    copies = new CopyStream();
    fetches = new CopyStream();
  }

  @Override
  public String uuid() {
    return uuid;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Program load(Path binary, String entry) {
    return CudaProgram.load(binary, entry, multiprocessors, kernelStream);
  }

  @Override
  public KernelStream stream(Path binary) {
    return CudaStream.of(binary, kernelStream);
  }

  @Override
  public SharedMemory allocateShared(long bytes) {
    HostPointer host = new HostPointer();
    int flags = JCudaDriver.CU_MEMHOSTALLOC_PORTABLE | JCudaDriver.CU_MEMHOSTALLOC_DEVICEMAP;
    Cuda.check(
        cuMemHostAlloc(host, bytes, flags), "cuMemHostAlloc of " + bytes + " bytes on the host");
    DevicePointer mapped = new DevicePointer();
    Cuda.check(cuMemHostGetDevicePointer(mapped, host, 0), "cuMemHostGetDevicePointer");
    MemorySegment segment = MemorySegment.ofAddress(host.address()).reinterpret(bytes);
    return new SharedMemory(segment.fill((byte) 0), mapped.address());
  }

  @Override
  public long allocateDevice(long bytes) {
    DevicePointer memory = new DevicePointer();
    // Whole pages: sharing shares the pages that the memory lies in.
    long size = Math.ceilDiv(Math.max(bytes, 1), PAGE_BYTES) * PAGE_BYTES;
    Cuda.check(cuMemAlloc(memory, size), "cuMemAlloc of " + size + " bytes on " + name);
    Cuda.check(cuMemsetD8(memory, (byte) 0, size), "cuMemsetD8");
    // The call above does not wait, and other GPUs' ranks write here once they know of it.
    Cuda.check(cuCtxSynchronize(), "cuCtxSynchronize");
    return memory.address();
  }

  @Override
  public byte[] share(long deviceAddress) {
    CUipcMemHandle handle = new CUipcMemHandle();
    Cuda.check(cuIpcGetMemHandle(handle, DevicePointer.at(deviceAddress)), "cuIpcGetMemHandle");
    return IpcHandle.bytes(handle);
  }

  @Override
  public long map(byte[] handle) {
    DevicePointer memory = new DevicePointer();
    Cuda.check(
        cuIpcOpenMemHandle(
            memory, IpcHandle.of(handle), CUipcMem_flags.CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS),
        "cuIpcOpenMemHandle");
    return memory.address();
  }

  @Override
  public void copyIn(long deviceAddress, MemorySegment from) {
    Cuda.check(
        cuMemcpyHtoD(DevicePointer.at(deviceAddress), HostPointer.at(from), from.byteSize()),
        "cuMemcpyHtoD");
  }

  @Override
  public void copyOut(MemorySegment to, long deviceAddress) {
    Cuda.check(
        cuMemcpyDtoH(HostPointer.at(to), DevicePointer.at(deviceAddress), to.byteSize()),
        "cuMemcpyDtoH");
  }

  @Override
  public long startCopy(long deviceAddress, SharedMemory from, long offset, long bytes) {
    return copies.toDevice(deviceAddress, from.host(), offset, bytes);
  }

  @Override
  public boolean isCopied(long ticket) {
    return copies.isCompleted(ticket);
  }

  @Override
  public long startFetch(SharedMemory to, long offset, long deviceAddress, long bytes) {
    return fetches.toHost(to.host(), offset, deviceAddress, bytes);
  }

  @Override
  public boolean isFetched(long ticket) {
    return fetches.isCompleted(ticket);
  }

  @Override
  public void enter() {
    Cuda.check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  }

  @Override
  public void close() {
    Cuda.check(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
  }

  private static void initialise() {
    try {
      Cuda.check(cuInit(0), "cuInit");
    } catch (LinkageError e) {
      String reason = e.getMessage().lines().findFirst().orElse("");
      throw new FailureException(
          new Failure.DeviceError(
              OptionalInt.empty(),
              "JCuda's native library or the CUDA driver cannot be loaded: " + reason),
          e);
    }
  }

  private static void requireDevice() {
    int[] count = new int[1];
    Cuda.check(cuDeviceGetCount(count), "cuDeviceGetCount");
    if (count[0] == 0) {
      throw new FailureException(
          new Failure.PlacementMismatch(
              "this process sees no GPU; CUDA_VISIBLE_DEVICES is "
                  + System.getenv("CUDA_VISIBLE_DEVICES")));
    }
  }

  private void requireCooperativeLaunch() {
    if (attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) == 0) {
      throw new FailureException(
          new Failure.PlacementMismatch(name + " cannot run a cooperative launch"));
    }
  }

  /**
   * Yielding: the event loop of another process may share the core with a thread that waits in the
   * driver.
   */
  private void makeContextCurrent() {
    Cuda.check(
        cuDevicePrimaryCtxSetFlags(device, CUctx_flags.CU_CTX_SCHED_YIELD),
        "cuDevicePrimaryCtxSetFlags");
    Cuda.check(cuDevicePrimaryCtxRetain(context, device), "cuDevicePrimaryCtxRetain");
    enter();
  }

  private int attribute(int which) {
    int[] value = new int[1];
    Cuda.check(
        cuDeviceGetAttribute(value, which, device),
        "cuDeviceGetAttribute " + CUdevice_attribute.stringFor(which));
    return value[0];
  }
}
