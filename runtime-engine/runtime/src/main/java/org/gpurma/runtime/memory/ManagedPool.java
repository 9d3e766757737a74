package org.gpurma.runtime.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * First-fit allocator over one piece of device memory, for gpurma_mem_alloc. It keeps its books on
 * the host and never touches the memory. Blocks are aligned to 256 B; neighbouring free blocks are
 * joined.
 */
public final class ManagedPool {

  static final long ALIGNMENT = 256;

  private final TreeMap<Long, Long> free = new TreeMap<>();
  private final Map<Long, Long> used = new HashMap<>();

  public ManagedPool(long base, long bytes) {
    if (base % ALIGNMENT != 0) {
      throw new IllegalArgumentException("the pool's base is not aligned to 256 B");
    }
    free.put(base, bytes);
  }

  /** Address of so many bytes, or nothing where no free block is large enough. */
  public OptionalLong allocate(long bytes) {
    if (bytes < 0 || bytes > Long.MAX_VALUE - ALIGNMENT) {
      return OptionalLong.empty();
    }
    long size = Math.max(1, Math.ceilDiv(bytes, ALIGNMENT)) * ALIGNMENT;
    for (Map.Entry<Long, Long> block : free.entrySet()) {
      if (block.getValue() >= size) {
        return OptionalLong.of(take(block.getKey(), block.getValue(), size));
      }
    }
    return OptionalLong.empty();
  }

  /** Returns false where no allocation begins at the address. */
  public boolean free(long address) {
    Long size = used.remove(address);
    if (size == null) {
      return false;
    }
    join(address, size);
    return true;
  }

  private long take(long address, long available, long size) {
    free.remove(address);
    if (available > size) {
      free.put(address + size, available - size);
    }
    used.put(address, size);
    return address;
  }

  private void join(long address, long size) {
    long begin = address;
    long bytes = size;
    Map.Entry<Long, Long> before = free.lowerEntry(address);
    if (before != null && before.getKey() + before.getValue() == address) {
      begin = before.getKey();
      bytes += before.getValue();
    }
    Long after = free.remove(address + size);
    if (after != null) {
      bytes += after;
    }
    free.put(begin, bytes);
  }
}
