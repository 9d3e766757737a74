package org.gpurma.runtime.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IpcHandleTest {

  @Test
  void theBytesOfAHandleMakeTheSameHandle() {
    byte[] bytes = new byte[64];
    Arrays.setAll(bytes, i -> (byte) i);
    assertThat(IpcHandle.bytes(IpcHandle.of(bytes))).isEqualTo(bytes);
  }
}
