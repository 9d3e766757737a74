package org.gpurma.runtime.device.cuda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static jcuda.driver.JCudaDriver.cuDeviceGetName;
import static jcuda.driver.JCudaDriver.cuDeviceGetUuid;

import java.util.HexFormat;
import jcuda.driver.CUdevice;
import jcuda.driver.CUuuid;

/** How a GPU is called. */
final class CudaIdentity {

  private static final int NAME_BYTES = 256;

  private CudaIdentity() {}

  static String name(CUdevice device) {
    byte[] name = new byte[NAME_BYTES];
    Cuda.check(cuDeviceGetName(name, NAME_BYTES, device), "cuDeviceGetName");
    int length = 0;
    while (length < NAME_BYTES && name[length] != 0) {
      length++;
    }
    return new String(name, 0, length, UTF_8);
  }

  static String uuid(CUdevice device) {
    CUuuid uuid = new CUuuid();
    Cuda.check(cuDeviceGetUuid(uuid, device), "cuDeviceGetUuid");
    return format(uuid.bytes);
  }

  /** As nvidia-smi prints it and CUDA_VISIBLE_DEVICES takes it. */
  static String format(byte[] uuid) {
    String hex = HexFormat.of().formatHex(uuid);
    return "GPU-%s-%s-%s-%s-%s"
        .formatted(
            hex.substring(0, 8),
            hex.substring(8, 12),
            hex.substring(12, 16),
            hex.substring(16, 20),
            hex.substring(20));
  }
}
