package org.gpurma.runtime.device.cuda;

import java.lang.foreign.MemorySegment;
import jcuda.Pointer;

/** A host address that can be made from, and read as, a number. */
final class HostPointer extends Pointer {

  /** Filled by an allocation. */
  HostPointer() {}

  private HostPointer(long address) {
    super(address);
  }

  static HostPointer at(MemorySegment segment) {
    return at(segment, 0);
  }

  static HostPointer at(MemorySegment segment, long offset) {
    return new HostPointer(segment.address() + offset);
  }

  long address() {
    return getNativePointer() + getByteOffset();
  }
}
