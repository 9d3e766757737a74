package org.gpurma.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.gpurma.runtime.failure.FailureException;
import org.junit.jupiter.api.Test;

class MemoryFileTest {

  @Test
  void whoOpensAHandleSeesTheSameMemory() {
    try (Arena arena = Arena.ofConfined()) {
      MemoryFile file = MemoryFile.create();
      MemorySegment own = file.map(10_000, arena);
      MemorySegment other = MemoryFile.of(file.handle()).map(arena);
      assertThat(other.byteSize()).isEqualTo(10_000);
      assertThat(other.address()).isNotEqualTo(own.address());
      assertThat(other.get(ValueLayout.JAVA_INT, 9996)).isZero();
      own.set(ValueLayout.JAVA_INT, 9996, 42);
      assertThat(other.get(ValueLayout.JAVA_INT, 9996)).isEqualTo(42);
    }
  }

  @Test
  void aHandleOfNothingIsNamed() {
    try (Arena arena = Arena.ofConfined()) {
      MemoryFile gone = MemoryFile.of("/proc/self/fd/999999".getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> gone.map(arena))
          .isInstanceOf(FailureException.class)
          .hasMessageContaining("/proc/self/fd/999999");
    }
  }
}
