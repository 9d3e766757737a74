import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;

/** A block of the matrix in a GPU's memory, as {@code block_of_matrix} of sparse.cuh has it. */
final class BlockMemory {

  static final StructLayout LAYOUT =
      CStruct.of(
          ADDRESS.withName("begins"),
          ADDRESS.withName("columns"),
          ADDRESS.withName("values"),
          JAVA_INT.withName("height"),
          JAVA_INT.withName("width"));

  static final StructLayout GRID =
      CStruct.of(JAVA_INT.withName("rows"), JAVA_INT.withName("columns"));

  private final Matrix matrix;
  private final DeviceMemory begins;
  private final DeviceMemory columns;
  private final DeviceMemory values;

  /** Allocates a piece of the GPU's memory. */
  @FunctionalInterface
  interface Allocator {
    DeviceMemory allocate(long bytes);
  }

  BlockMemory(Matrix matrix, int gpu, Allocator allocator) {
    this.matrix = matrix;
    Matrix.Block block = matrix.block(gpu % matrix.gridRows(), gpu / matrix.gridRows());
    begins = filled(allocator, MemorySegment.ofArray(block.begins()));
    columns = filled(allocator, MemorySegment.ofArray(block.columns()));
    values = filled(allocator, MemorySegment.ofArray(block.values()));
  }

  static DeviceMemory filled(Allocator allocator, MemorySegment content) {
    DeviceMemory memory = allocator.allocate(content.byteSize());
    memory.copyFrom(content);
    return memory;
  }

  static DeviceMemory zeros(Allocator allocator, int elements) {
    return filled(allocator, MemorySegment.ofArray(new double[elements]));
  }

  /** Writes the struct. */
  void pass(MemorySegment layout) {
    layout.set(ADDRESS, 0, begins.pointer());
    layout.set(ADDRESS, 8, columns.pointer());
    layout.set(ADDRESS, 16, values.pointer());
    layout.set(JAVA_INT, 24, matrix.height());
    layout.set(JAVA_INT, 28, matrix.width());
  }

  static void passGrid(Matrix matrix, MemorySegment grid) {
    grid.set(JAVA_INT, 0, matrix.gridRows());
    grid.set(JAVA_INT, 4, matrix.gridColumns());
  }

  /** The first vector as the GPUs of row 0 have it, zeros for all others. */
  static double[] initial(Matrix matrix, int gpu) {
    double[] b = new double[matrix.width()];
    if (gpu % matrix.gridRows() == 0) {
      for (int i = 0; i < b.length; i++) {
        b[i] = Matrix.initial(gpu / matrix.gridRows() * matrix.width() + i);
      }
    }
    return b;
  }

  /** Throws where the product on a GPU of column 0 is not what it is serially. */
  static void requireProduct(Matrix matrix, int gpu, DeviceMemory x) {
    if (gpu >= matrix.gridRows()) {
      return;
    }
    double[] expected = matrix.times(matrix.initial());
    double[] found = new double[matrix.height()];
    x.copyTo(MemorySegment.ofArray(found));
    for (int i = 0; i < found.length; i++) {
      double right = expected[gpu * matrix.height() + i];
      if (!(Math.abs(found[i] - right) <= 1e-12 * right)) {
        throw new IllegalStateException(
            "row %d of the product is %s, expected %s"
                .formatted(gpu * matrix.height() + i, found[i], right));
      }
    }
  }

  /** Throws where the eigenvalue is not that of a serial run. */
  static void requireEigenvalue(Matrix matrix, int steps, double found) {
    double expected = matrix.eigenvalue(steps);
    if (!(Math.abs(found - expected) <= 1e-10 * expected)) {
      throw new IllegalStateException(
          "the eigenvalue is %s after %d steps, expected %s".formatted(found, steps, expected));
    }
  }
}
