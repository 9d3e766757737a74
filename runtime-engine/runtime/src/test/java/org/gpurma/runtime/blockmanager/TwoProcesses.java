package org.gpurma.runtime.blockmanager;

import java.lang.foreign.ValueLayout;
import org.gpurma.runtime.fakes.FakeDevice;
import org.gpurma.runtime.fakes.FakeNetwork;
import org.junit.jupiter.api.AfterEach;

/** Two processes that are wired to each other, and bytes to pass between them. */
abstract class TwoProcesses {
  static final int WINDOW = 3;

  final FakeNetwork.Wires wires = FakeNetwork.wires(2);

  final ProcessFixture first = new ProcessFixture(wires, 0);

  final ProcessFixture second = new ProcessFixture(wires, 1);

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  static byte[] payload(int bytes) {
    byte[] payload = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      payload[i] = (byte) (i * 31 + bytes);
    }
    return payload;
  }

  static byte[] bytesAt(long address, int bytes) {
    return FakeDevice.memory(address, bytes).toArray(ValueLayout.JAVA_BYTE);
  }
}
