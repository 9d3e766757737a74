package org.gpurma.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;
import org.gpurma.runtime.topology.RankInfos;
import org.gpurma.wire.Fact;
import org.gpurma.wire.FieldType;
import org.gpurma.wire.UserdataField;
import org.gpurma.wire.Values;
import org.junit.jupiter.api.Test;

class UserdataLayoutTest {

  private final JobTopology topology =
      new JobTopology(1, List.of(new ProcessPlace("a", 4), new ProcessPlace("a", 4)));
  private final UserdataLayout layout =
      new UserdataLayout(RankInfos.of(topology), Map.of("in", 0x123456789abcL));

  @Test
  void fieldsLieWhereACompilerPutsThem() {
    MemorySegment struct =
        build(
            integers("rows", FieldType.INT32, 7),
            integers("flag", FieldType.BOOL, 1),
            reals("ratio", FieldType.FLOAT64, 0.5),
            integers("count", FieldType.INT32, -3),
            field("in", FieldType.POINTER).setBuffer("in").build(),
            field("start", FieldType.INT32).setFact(Fact.RANK_START).build());

    assertThat(struct.byteSize()).isEqualTo(40);
    assertThat(struct.get(ValueLayout.JAVA_INT, 0)).isEqualTo(7);
    assertThat(struct.get(ValueLayout.JAVA_BYTE, 4)).isEqualTo((byte) 1);
    assertThat(struct.get(ValueLayout.JAVA_DOUBLE, 8)).isEqualTo(0.5);
    assertThat(struct.get(ValueLayout.JAVA_INT, 16)).isEqualTo(-3);
    assertThat(struct.get(ValueLayout.JAVA_LONG, 24)).isEqualTo(0x123456789abcL);
    assertThat(struct.get(ValueLayout.JAVA_INT, 32)).isEqualTo(4);
  }

  @Test
  void severalValuesMakeAnArray() {
    MemorySegment struct =
        build(
            integers("c", FieldType.BOOL, 1, 0, 1),
            reals("weights", FieldType.FLOAT32, 0.25, 0.15, 0.05));

    assertThat(struct.byteSize()).isEqualTo(16);
    assertThat(struct.get(ValueLayout.JAVA_FLOAT, 8)).isEqualTo(0.15f);
  }

  @Test
  void noFieldsMakeNoStruct() {
    assertThat(build().byteSize()).isZero();
  }

  @Test
  void aValueThatDoesNotFitIsRefusedByName() {
    assertThatThrownBy(() -> build(integers("rows", FieldType.INT32, 1L << 31)))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("rows")
        .hasMessageContaining("2147483648");
  }

  @Test
  void anUnknownBufferIsRefusedByName() {
    assertThatThrownBy(() -> build(field("p", FieldType.POINTER).setBuffer("nowhere").build()))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("nowhere");
  }

  private MemorySegment build(UserdataField... fields) {
    MemorySegment struct = layout.build(List.of(fields), Arena.ofAuto());
    assertThat(UserdataLayout.bytes(List.of(fields))).isEqualTo(struct.byteSize());
    return struct;
  }

  private static UserdataField.Builder field(String name, FieldType type) {
    return UserdataField.newBuilder().setName(name).setType(type);
  }

  private static UserdataField integers(String name, FieldType type, long... values) {
    Values.Builder all = Values.newBuilder();
    for (long value : values) {
      all.addIntegers(value);
    }
    return field(name, type).setValues(all).build();
  }

  private static UserdataField reals(String name, FieldType type, double... values) {
    Values.Builder all = Values.newBuilder();
    for (double value : values) {
      all.addReals(value);
    }
    return field(name, type).setValues(all).build();
  }
}
