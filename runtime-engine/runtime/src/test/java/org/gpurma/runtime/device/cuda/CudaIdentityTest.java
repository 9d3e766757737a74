package org.gpurma.runtime.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class CudaIdentityTest {

  @Test
  void aUuidLooksAsNvidiaSmiPrintsIt() {
    byte[] uuid = HexFormat.of().parseHex("0123456789abcdeffedcba9876543210");
    assertThat(CudaIdentity.format(uuid)).isEqualTo("GPU-01234567-89ab-cdef-fedc-ba9876543210");
  }
}
