package org.gpurma.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.gpurma.runtime.topology.JobTopology;
import org.gpurma.runtime.topology.ProcessPlace;
import org.gpurma.wire.Buffer;
import org.junit.jupiter.api.Test;

class BufferSliceTest {

  private static final Buffer DEALT =
      Buffer.newBuilder().setUnitBytes(10).setUnits(24).setHalo(2).setDistributed(true).build();

  @Test
  void aProcessHoldsTheUnitsOfItsRanksAndAHaloOnBothSides() {
    BufferSlice slice = BufferSlice.of(DEALT, topology(1, 8, 8));

    assertThat(slice.inputFileBytes()).isEqualTo(280);
    assertThat(slice.inputOffset()).isEqualTo(120);
    assertThat(slice.deviceBytes()).isEqualTo(160);
    assertThat(slice.innerOffset()).isEqualTo(20);
    assertThat(slice.outputOffset()).isEqualTo(120);
    assertThat(slice.outputBytes()).isEqualTo(120);
  }

  @Test
  void unitsThatDoNotDivideEvenlyAreAllDealtOnce() {
    long next = 0;
    for (int process = 0; process < 3; process++) {
      BufferSlice slice = BufferSlice.of(DEALT, topology(process, 3, 3, 1));
      assertThat(slice.outputOffset()).isEqualTo(next);
      next += slice.outputBytes();
    }
    assertThat(next).isEqualTo(240);
  }

  @Test
  void ranksWithoutUnitsHoldTheHaloOnly() {
    Buffer few = DEALT.toBuilder().setUnits(1).build();
    BufferSlice slice = BufferSlice.of(few, topology(0, 2, 2));
    assertThat(slice.deviceBytes()).isEqualTo(40);
    assertThat(slice.outputBytes()).isZero();
  }

  @Test
  void aWholeBufferIsEverywhereAndWrittenOnce() {
    Buffer whole = Buffer.newBuilder().setUnitBytes(4).setUnits(100).build();
    BufferSlice first = BufferSlice.of(whole, topology(0, 8, 8));
    BufferSlice second = BufferSlice.of(whole, topology(1, 8, 8));
    assertThat(first).isEqualTo(new BufferSlice(400, 0, 400, 0, 0, 400));
    assertThat(second).isEqualTo(new BufferSlice(400, 0, 400, 0, 0, 0));
  }

  private static JobTopology topology(int process, int... ranks) {
    List<ProcessPlace> places =
        IntStream.of(ranks).mapToObj(count -> new ProcessPlace("node", count)).toList();
    return new JobTopology(process, places);
  }
}
