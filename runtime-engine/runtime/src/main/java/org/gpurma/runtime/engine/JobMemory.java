package org.gpurma.runtime.engine;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.memory.DeviceBuffer;
import org.gpurma.runtime.memory.ExposableMemory;
import org.gpurma.runtime.memory.ManagedPool;
import org.gpurma.runtime.records.ControlPageDescriptor;
import org.gpurma.runtime.records.DeviceAreaLayout;
import org.gpurma.runtime.records.DeviceMemoryDescriptor;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.runtime.records.WindowHandle;

/**
 * All memory that a job needs on one device, allocated before the launch.
 *
 * @param hostAreas of the ranks in order
 * @param receiveSlotBytes size of one message in the receive memory
 * @param deviceAreas of the ranks, one after the other
 */
public record JobMemory(
    QueueSizes sizes,
    HostAreaLayout hostLayout,
    DeviceAreaLayout deviceLayout,
    List<SharedMemory> hostAreas,
    SharedMemory control,
    SharedMemory receive,
    int receiveSlotBytes,
    long deviceAreas,
    long deviceShared,
    long windowParts,
    ManagedPool pool,
    ExposableMemory exposable) {

  public static JobMemory allocate(
      Device device, RuntimeConfig config, int ranks, long managedBytes) {
    QueueSizes sizes = config.queues();
    HostAreaLayout host = HostAreaLayout.of(sizes);
    DeviceAreaLayout area = DeviceAreaLayout.of(sizes);
    SharedMemory hostAreas = device.allocateShared((long) host.stride() * ranks);
    int slotBytes = HostAreaLayout.stagingSlotBytes(sizes);
    long windows = (long) WindowHandle.COMMUNICATORS * WindowHandle.SLOTS * ranks;
    long managed = device.allocateDevice(managedBytes);
    ExposableMemory exposable = new ExposableMemory();
    exposable.add(managed, managedBytes);
    return new JobMemory(
        sizes,
        host,
        area,
        IntStream.range(0, ranks)
            .mapToObj(rank -> hostAreas.slice((long) rank * host.stride(), host.stride()))
            .toList(),
        device.allocateShared(ControlPageDescriptor.BYTES),
        device.allocateShared((long) config.receiveSlots() * slotBytes),
        slotBytes,
        device.allocateDevice((long) area.stride() * ranks),
        device.allocateDevice(DeviceMemoryDescriptor.DEVICE_SHARED_BYTES),
        device.allocateDevice(windows * DeviceMemoryDescriptor.WINDOW_PART_BYTES),
        new ManagedPool(managed, managedBytes),
        exposable);
  }

  /** Windows may expose the buffers too. */
  public void expose(List<DeviceBuffer> buffers) {
    buffers.forEach(buffer -> exposable.add(buffer.address(), buffer.slice().deviceBytes()));
  }

  public void expose(DeviceUserdata userdata) {
    exposable.add(userdata.address(), userdata.bytes());
  }

  MemorySegment controlPage() {
    return control.host();
  }
}
