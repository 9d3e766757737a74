package org.gpurma.host;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import org.junit.jupiter.api.Test;

class CStructTest {

  /** Listing 3.1 of the dCUDA thesis. */
  @Test
  void membersLieWhereACompilerPutsThem() {
    StructLayout struct =
        CStruct.of(
            ADDRESS.withName("data"),
            ADDRESS.withName("buffer"),
            JAVA_BOOLEAN.withName("is_leader"),
            JAVA_DOUBLE.withName("result"));

    assertThat(offset(struct, "buffer")).isEqualTo(8);
    assertThat(offset(struct, "is_leader")).isEqualTo(16);
    assertThat(offset(struct, "result")).isEqualTo(24);
    assertThat(struct.byteSize()).isEqualTo(32);
  }

  @Test
  void theEndIsPaddedSoThatAnArrayOfThemIsAligned() {
    StructLayout struct = CStruct.of(JAVA_DOUBLE.withName("x"), JAVA_SHORT.withName("kind"));

    assertThat(struct.byteSize()).isEqualTo(16);
    assertThat(struct.byteAlignment()).isEqualTo(8);
  }

  @Test
  void arraysAndNestedStructsAreAlignedAsTheirMembers() {
    StructLayout inner = CStruct.of(JAVA_INT.withName("i"), JAVA_BYTE.withName("b"));
    StructLayout struct =
        CStruct.of(
            JAVA_BYTE.withName("first"),
            MemoryLayout.sequenceLayout(3, inner).withName("inner"),
            JAVA_DOUBLE.withName("last"));

    assertThat(offset(struct, "inner")).isEqualTo(4);
    assertThat(offset(struct, "last")).isEqualTo(32);
    assertThat(struct.byteSize()).isEqualTo(40);
  }

  @Test
  void noMembersMakeNoBytes() {
    assertThat(CStruct.of().byteSize()).isZero();
  }

  private static long offset(StructLayout struct, String member) {
    return struct.byteOffset(groupElement(member));
  }
}
