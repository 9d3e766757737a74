import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;

/**
 * One GPU's part of the fields, as {@code layout} of stencils.cuh has them.
 *
 * @param bands of a plane on this GPU
 * @param bandRows rows of a band
 * @param firstRow of this GPU in the grid
 */
record Fields(Diffusion grid, int sets, int bands, int bandRows, int firstRow) {

  private static final int MARGIN = 16;
  private static final int FIELDS = 5;

  static final StructLayout LAYOUT =
      CStruct.of(
          ADDRESS.withName("base"),
          JAVA_INT.withName("sets"),
          JAVA_INT.withName("planes"),
          JAVA_INT.withName("bands"),
          JAVA_INT.withName("rows"),
          JAVA_INT.withName("columns"));

  /** Of this GPU. */
  int rows() {
    return bands * bandRows;
  }

  /** A row of all planes. */
  private int pitch() {
    return grid.planes() * (grid.columns() + 2 * MARGIN);
  }

  private int fieldCells() {
    return Math.multiplyExact(rows() + 2, pitch());
  }

  long bytes() {
    return sets * FIELDS * fieldCells() * JAVA_DOUBLE.byteSize();
  }

  /** Of the copy that is checked. */
  long keptBytes() {
    return (long) sets * grid.planes() * rows() * grid.columns() * JAVA_DOUBLE.byteSize();
  }

  void fill(DeviceMemory memory) {
    long fieldBytes = fieldCells() * JAVA_DOUBLE.byteSize();
    double[] cells = new double[fieldCells()];
    for (int set = 0; set < sets; set++) {
      Arrays.fill(cells, 0);
      for (int field = FIELDS - 1; field >= 0; field--) {
        if (field == 0) {
          draw(set, cells);
        }
        memory
            .slice((set * FIELDS + field) * fieldBytes, fieldBytes)
            .copyFrom(MemorySegment.ofArray(cells));
      }
    }
  }

  private void draw(int set, double[] cells) {
    for (int plane = 0; plane < grid.planes(); plane++) {
      for (int i = 0; i < rows(); i++) {
        int at = (i + 1) * pitch() + plane * (grid.columns() + 2 * MARGIN) + MARGIN;
        for (int j = 0; j < grid.columns(); j++) {
          cells[at + j] = Diffusion.initial(set, plane, firstRow + i, j);
        }
      }
    }
  }

  /** A row of all planes of a field; -1 and the number of rows are those of the neighbours. */
  DeviceMemory row(DeviceMemory memory, int set, Field field, int row) {
    long rowBytes = pitch() * JAVA_DOUBLE.byteSize();
    long fieldBytes = fieldCells() * JAVA_DOUBLE.byteSize();
    return memory.slice(
        (set * FIELDS + field.ordinal()) * fieldBytes + (row + 1) * rowBytes, rowBytes);
  }

  /** In the order of stencils.cuh. */
  enum Field {
    IN,
    LAP,
    FLI,
    FLJ,
    OUT
  }

  void pass(MemorySegment layout, DeviceMemory memory) {
    layout.set(ADDRESS, 0, memory.pointer());
    int[] numbers = {sets, grid.planes(), bands, bandRows, grid.columns()};
    for (int i = 0; i < numbers.length; i++) {
      layout.set(JAVA_INT, ADDRESS.byteSize() + i * JAVA_INT.byteSize(), numbers[i]);
    }
  }

  /** Throws where the kept cells are not what the same steps give serially. */
  void check(DeviceMemory kept, int steps) {
    int planeCells = rows() * grid.columns();
    double[] cells = new double[planeCells];
    for (int set = 0; set < sets; set++) {
      for (int plane = 0; plane < grid.planes(); plane++) {
        long bytes = planeCells * JAVA_DOUBLE.byteSize();
        kept.slice((set * grid.planes() + plane) * bytes, bytes)
            .copyTo(MemorySegment.ofArray(cells));
        grid.requireSame(
            set,
            plane,
            steps,
            firstRow,
            rows(),
            i -> Arrays.copyOfRange(cells, i * grid.columns(), (i + 1) * grid.columns()));
      }
    }
  }
}
