package org.gpurma.runtime.host;

import static java.util.stream.Collectors.toMap;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.gpurma.host.HostRuntime;
import org.gpurma.host.JobEndedException;
import org.gpurma.host.RankInfo;
import org.gpurma.host.RunResult;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.engine.DeviceUserdata;
import org.gpurma.runtime.engine.RunSummary;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.memory.DeviceBuffer;
import org.gpurma.runtime.memory.ManagedPool;

/** What the host API of this process stands on: its device, its memory, its ranks. */
public final class ProcessRuntime implements HostRuntime {

  private final RankInfo rankInfo;
  private final Device device;
  private final DeviceCopies copies;
  private final ManagedPool pool;
  private final List<DeviceBuffer> buffers;
  private final UserdataRoom userdata;
  private final KernelRun kernel;
  private final FailureBoard failures;

  /** Takes the pool that the ranks allocate from too: not while the kernel runs. */
  public ProcessRuntime(
      RankInfo rankInfo,
      Device device,
      ManagedPool pool,
      List<DeviceBuffer> buffers,
      UserdataRoom userdata,
      KernelRun kernel,
      FailureBoard failures) {
    this.rankInfo = rankInfo;
    this.device = device;
    this.copies = new DeviceCopies(device);
    this.pool = pool;
    this.buffers = buffers;
    this.userdata = userdata;
    this.kernel = kernel;
    this.failures = failures;
  }

  /** Device memory for the userdata. */
  public record UserdataRoom(long address, long bytes) {}

  @Override
  public RankInfo rankInfo() {
    return rankInfo;
  }

  @Override
  public long mostUserdataBytes() {
    return userdata.bytes();
  }

  @Override
  public Map<String, NamedBuffer> buffers() {
    return buffers.stream()
        .collect(
            toMap(
                buffer -> buffer.buffer().getName(),
                buffer -> new NamedBuffer(buffer.address(), buffer.slice().deviceBytes())));
  }

  @Override
  public OptionalLong allocate(long bytes) {
    return pool.allocate(bytes);
  }

  /** A rank may have freed it already. */
  @Override
  public void free(long address) {
    pool.free(address);
  }

  @Override
  public void copyIn(long address, MemorySegment from) {
    orEndTheJob(
        () -> {
          copies.in(address, from);
          return null;
        });
  }

  @Override
  public void copyOut(MemorySegment to, long address) {
    orEndTheJob(
        () -> {
          copies.out(to, address);
          return null;
        });
  }

  @Override
  public RunResult run(MemorySegment passed) {
    return orEndTheJob(() -> runWith(passed));
  }

  private RunResult runWith(MemorySegment passed) {
    DeviceUserdata placed = place(passed);
    RunSummary summary = kernel.run(placed);
    if (placed.bytes() > 0) {
      copies.out(passed, placed.address());
    }
    return new RunResult(
        Duration.ofNanos(summary.kernelNanos()),
        summary.timingsMillis().stream().map(ProcessRuntime::duration).toList());
  }

  private DeviceUserdata place(MemorySegment passed) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment struct = arena.allocate(passed.byteSize()).copyFrom(passed);
      return DeviceUserdata.copyIn(device, userdata.address(), struct);
    }
  }

  /** A program may catch what is thrown; the cause is kept before it can. */
  private <T> T orEndTheJob(Supplier<T> step) {
    try {
      return step.get();
    } catch (FailureException e) {
      failures.report(e.failure());
      throw new JobEndedException();
    }
  }

  private static Duration duration(double millis) {
    return Duration.ofNanos(Math.round(millis * 1e6));
  }
}
