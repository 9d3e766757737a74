import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.RankInfo;

/** Deals matrix and vector, runs the ranks, and compares the product with a serial one. */
final class Host implements HostProgram {

  /** As in kernel.cu. */
  private static final StructLayout USERDATA =
      CStruct.of(
          BlockMemory.LAYOUT.withName("a"),
          BlockMemory.GRID.withName("grid"),
          ADDRESS.withName("b"),
          ADDRESS.withName("x"),
          ADDRESS.withName("inbox"),
          JAVA_INT.withName("rounds"),
          JAVA_INT.withName("steps"),
          JAVA_INT.withName("samples"));

  @Override
  public void run(GpuRma gpurma, HostArguments arguments) {
    RankInfo info = gpurma.rankInfo();
    int gpu = info.processIndex();
    Matrix matrix =
        Matrix.on(info.processCount(), arguments.integer("size"), arguments.real("share"));
    BlockMemory block = new BlockMemory(matrix, gpu, gpurma::allocate);
    DeviceMemory b =
        BlockMemory.filled(
            gpurma::allocate, MemorySegment.ofArray(BlockMemory.initial(matrix, gpu)));
    DeviceMemory x = BlockMemory.zeros(gpurma::allocate, matrix.height());
    DeviceMemory inbox = BlockMemory.zeros(gpurma::allocate, matrix.rounds() * matrix.height());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment userdata = arena.allocate(USERDATA);
      block.pass(userdata);
      BlockMemory.passGrid(matrix, userdata.asSlice(offset("grid")));
      userdata.set(ADDRESS, offset("b"), b.pointer());
      userdata.set(ADDRESS, offset("x"), x.pointer());
      userdata.set(ADDRESS, offset("inbox"), inbox.pointer());
      userdata.set(JAVA_INT, offset("rounds"), matrix.rounds());
      userdata.set(JAVA_INT, offset("steps"), arguments.integer("steps"));
      userdata.set(JAVA_INT, offset("samples"), arguments.integer("samples"));
      gpurma.run(userdata);
      BlockMemory.requireProduct(matrix, gpu, x);
      System.out.printf("process %d: the product is as a serial one%n", gpu);
    }
  }

  private static long offset(String field) {
    return USERDATA.byteOffset(groupElement(field));
  }
}
