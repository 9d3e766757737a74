import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.RankInfo;

/** Deals matrix and vector, runs the ranks, and compares the eigenvalue with that of a serial run. */
final class Host implements HostProgram {

  /** As in kernel.cu. */
  private static final StructLayout USERDATA =
      CStruct.of(
          BlockMemory.LAYOUT.withName("a"),
          BlockMemory.GRID.withName("grid"),
          ADDRESS.withName("b"),
          ADDRESS.withName("x"),
          ADDRESS.withName("inbox"),
          ADDRESS.withName("partial"),
          ADDRESS.withName("scalars"),
          ADDRESS.withName("eigenvalue"),
          JAVA_INT.withName("rounds"),
          JAVA_INT.withName("checkedSteps"),
          JAVA_INT.withName("steps"),
          JAVA_INT.withName("samples"));

  @Override
  public void run(GpuRma gpurma, HostArguments arguments) {
    RankInfo info = gpurma.rankInfo();
    int gpu = info.processIndex();
    Matrix matrix =
        Matrix.on(info.processCount(), arguments.integer("size"), arguments.real("share"));
    int steps = arguments.integer("checkedSteps");
    BlockMemory block = new BlockMemory(matrix, gpu, gpurma::allocate);
    // A step ends with the vector on all GPUs, so the first begins with it there.
    int topOfColumn = gpu - gpu % matrix.gridRows();
    double[] initial = Arrays.copyOf(BlockMemory.initial(matrix, topOfColumn), 2 * matrix.width());
    DeviceMemory b = BlockMemory.filled(gpurma::allocate, MemorySegment.ofArray(initial));
    try (Arena arena = Arena.ofConfined();
        DeviceMemory eigenvalue = BlockMemory.zeros(gpurma::allocate, 2)) {
      MemorySegment userdata = arena.allocate(USERDATA);
      block.pass(userdata);
      BlockMemory.passGrid(matrix, userdata.asSlice(offset("grid")));
      userdata.set(ADDRESS, offset("b"), b.pointer());
      allocate(gpurma, userdata, "x", matrix.height());
      allocate(gpurma, userdata, "inbox", matrix.rounds() * matrix.height());
      allocate(gpurma, userdata, "partial", 2 * info.rankResponsible());
      DeviceMemory scalars = allocate(gpurma, userdata, "scalars", 2 + matrix.gridRows());
      scalars.copyFrom(MemorySegment.ofArray(new double[] {1, 1}));
      userdata.set(ADDRESS, offset("eigenvalue"), eigenvalue.pointer());
      userdata.set(JAVA_INT, offset("rounds"), matrix.rounds());
      userdata.set(JAVA_INT, offset("checkedSteps"), steps);
      userdata.set(JAVA_INT, offset("steps"), arguments.integer("steps"));
      userdata.set(JAVA_INT, offset("samples"), arguments.integer("samples"));
      gpurma.run(userdata);
      if (gpu == 0) {
        double[] found = new double[2];
        eigenvalue.copyTo(MemorySegment.ofArray(found));
        BlockMemory.requireEigenvalue(matrix, steps, found[1]);
        System.out.printf("eigenvalue after %d steps, as serially: %.9f%n", steps, found[1]);
      }
    }
  }

  private static DeviceMemory allocate(
      GpuRma gpurma, MemorySegment userdata, String field, int elements) {
    DeviceMemory memory = BlockMemory.zeros(gpurma::allocate, elements);
    userdata.set(ADDRESS, offset(field), memory.pointer());
    return memory;
  }

  private static long offset(String field) {
    return USERDATA.byteOffset(groupElement(field));
  }
}
