package org.gpurma.runtime.engine;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.config.RuntimeConfig;
import org.gpurma.runtime.delivery.GetServer;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.memory.ArenaContents;
import org.gpurma.runtime.memory.ArenaLayout;
import org.gpurma.runtime.memory.ExposableMemory;
import org.gpurma.runtime.memory.ManagedPool;
import org.gpurma.runtime.records.ControlPageDescriptor;
import org.gpurma.runtime.records.DeviceAreaLayout;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.runtime.transfer.ChunkSizes;

/**
 * All memory that a job needs on one device, allocated before the launch.
 *
 * @param hostAreas of the ranks in order
 * @param receiveSlotBytes size of one message in the receive memory
 * @param waiting room for payloads that wait for their rank
 * @param incoming room for the chunks of transfers
 * @param outgoing the same
 * @param replies room for answers to gets of one message
 * @param exposable what windows may expose: managed memory, userdata, named buffers
 */
public record JobMemory(
    QueueSizes sizes,
    HostAreaLayout hostLayout,
    DeviceAreaLayout deviceLayout,
    List<SharedMemory> hostAreas,
    SharedMemory control,
    SharedMemory receive,
    int receiveSlotBytes,
    SharedMemory waiting,
    ChunkSizes chunks,
    SharedMemory incoming,
    SharedMemory outgoing,
    SharedMemory replies,
    DeviceArena arena,
    ManagedPool pool,
    ExposableMemory exposable) {

  /**
   * Allocates all of it, zeroed.
   *
   * @param ranks of this device
   * @param nearRanks ranks that may reach its memory, these included
   * @param direct whether the network reads and writes the device's memory
   */
  public static JobMemory allocate(
      Device device,
      RuntimeConfig config,
      int ranks,
      int nearRanks,
      boolean direct,
      ArenaContents contents) {
    QueueSizes sizes = config.queues();
    HostAreaLayout host = HostAreaLayout.of(sizes);
    DeviceAreaLayout area = DeviceAreaLayout.of(sizes, nearRanks);
    SharedMemory hostAreas = device.allocateShared((long) host.stride() * ranks);
    int slotBytes = HostAreaLayout.stagingSlotBytes(sizes);
    ChunkSizes chunks = new ChunkSizes(config.transfers(), config.chunkBytes(), direct);
    DeviceArena arena = allocate(device, ArenaLayout.of(area, ranks, nearRanks, contents));
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
        device.allocateShared(config.waitingBytes()),
        chunks,
        device.allocateShared(chunks.memoryBytes()),
        device.allocateShared(chunks.memoryBytes()),
        device.allocateShared((long) GetServer.SMALL_REPLIES * slotBytes),
        arena,
        new ManagedPool(arena.managed(), contents.managed()),
        exposable(arena, contents));
  }

  private static DeviceArena allocate(Device device, ArenaLayout layout) {
    return new DeviceArena(device.allocateDevice(layout.bytes()), layout);
  }

  private static ExposableMemory exposable(DeviceArena arena, ArenaContents contents) {
    ExposableMemory exposable = new ExposableMemory();
    exposable.add(arena.managed(), contents.managed());
    exposable.add(arena.userdata(), contents.userdata());
    for (int i = 0; i < contents.buffers().size(); i++) {
      exposable.add(arena.buffer(i), contents.buffers().get(i));
    }
    return exposable;
  }

  MemorySegment firstHostArea() {
    return hostAreas.getFirst().host();
  }

  MemorySegment controlPage() {
    return control.host();
  }
}
