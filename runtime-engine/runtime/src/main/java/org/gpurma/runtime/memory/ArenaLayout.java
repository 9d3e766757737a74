package org.gpurma.runtime.memory;

import java.util.List;
import org.gpurma.runtime.records.ContextDescriptor;
import org.gpurma.runtime.records.DeviceAreaLayout;
import org.gpurma.runtime.records.DeviceMemoryDescriptor;
import org.gpurma.runtime.records.WindowHandle;

/**
 * Where things lie in the arena of a GPU, all the device memory that ranks may reach; byte offsets,
 * multiples of 256. Ranks of near GPUs find the library's areas at the same offsets as in their own
 * arena, so these come first; what follows may differ from process to process.
 *
 * <pre>
 *   device areas | shared | window parts | context | managed pool | userdata | named buffers
 * </pre>
 *
 * @param bytes of the whole arena
 */
public record ArenaLayout(
    long deviceAreas,
    long shared,
    long windowParts,
    long context,
    long managed,
    long userdata,
    List<Long> buffers,
    long bytes) {

  private static final int WINDOWS = WindowHandle.COMMUNICATORS * WindowHandle.SLOTS;

  public static ArenaLayout of(
      DeviceAreaLayout area, int deviceRanks, int nearRanks, ArenaContents contents) {
    Places places = new Places();
    return new ArenaLayout(
        places.take((long) area.stride() * deviceRanks),
        places.take(DeviceMemoryDescriptor.DEVICE_SHARED_BYTES),
        places.take((long) WINDOWS * nearRanks * DeviceMemoryDescriptor.WINDOW_PART_BYTES),
        places.take(ContextDescriptor.BYTES),
        places.take(contents.managed()),
        places.take(contents.userdata()),
        contents.buffers().stream().map(places::take).toList(),
        places.taken);
  }

  private static final class Places {

    private long taken;

    long take(long bytes) {
      long offset = taken;
      long end = Math.addExact(offset, Math.addExact(bytes, ManagedPool.ALIGNMENT - 1));
      taken = end / ManagedPool.ALIGNMENT * ManagedPool.ALIGNMENT;
      return offset;
    }
  }
}
