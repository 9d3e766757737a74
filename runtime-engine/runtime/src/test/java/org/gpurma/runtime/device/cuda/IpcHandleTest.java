package org.gpurma.runtime.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class IpcHandleTest {

  @Test
  void theBytesOfAHandleMakeTheSameHandle() {
    byte[] bytes = new byte[64];
    new Random(1).nextBytes(bytes);
    assertThat(IpcHandle.bytes(IpcHandle.of(bytes))).isEqualTo(bytes);
  }
}
