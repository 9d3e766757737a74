package org.gpurma.runtime.device.cuda;

import jcuda.driver.CUdeviceptr;

/** A device address that can be made from, and read as, a number. */
final class DevicePointer extends CUdeviceptr {

  /** Filled by an allocation. */
  DevicePointer() {}

  private DevicePointer(CUdeviceptr base, long offset) {
    super(base, offset);
  }

  /** JCuda has no constructor for an address; the null pointer plus an offset is the same. */
  static DevicePointer at(long address) {
    return new DevicePointer(new CUdeviceptr(), address);
  }

  long address() {
    return getNativePointer() + getByteOffset();
  }
}
