import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;

/**
 * One GPU's part of the fields of the limiter, as {@code layout} of limiter.cuh has them, filled
 * with what npbench's hdiff draws and checked against a serial run.
 *
 * @param size of the whole field
 * @param bands of this GPU
 * @param bandRows rows of a band
 * @param firstRow of this GPU in the field
 */
record LimiterFields(Size size, int bands, int bandRows, int firstRow) {

  private static final int SEED = 42;

  /** A row's bytes are a multiple of 128. */
  private static final int PITCH_CELLS = 32;

  private static final double MOST_CELL_ERROR = 2e-6;
  private static final double MOST_SUM_ERROR = 1e-6;

  static final StructLayout LAYOUT =
      CStruct.of(
          ADDRESS.withName("base"),
          JAVA_INT.withName("bands"),
          JAVA_INT.withName("rows"),
          JAVA_INT.withName("j"),
          JAVA_INT.withName("k"),
          JAVA_INT.withName("pitch"));

  /** In the order of limiter.cuh. */
  enum Field {
    EVEN_IN,
    ODD_IN,
    LAP,
    OUT,
    COEFF
  }

  static LimiterFields of(int gpus, int gpu, int bands, int bandRows, int j, int k) {
    int ownRows = bands * bandRows;
    return new LimiterFields(new Size(gpus * ownRows, j, k), bands, bandRows, gpu * ownRows);
  }

  int rows() {
    return bands * bandRows;
  }

  private int rowCells() {
    return (size.j() + 2 * Size.HALO) * size.k();
  }

  private int pitch() {
    return (rowCells() + PITCH_CELLS - 1) / PITCH_CELLS * PITCH_CELLS;
  }

  private long fieldBytes() {
    return (long) (rows() + 2 * Size.HALO) * pitch() * JAVA_FLOAT.byteSize();
  }

  long bytes() {
    return Field.values().length * fieldBytes();
  }

  /** A row of a field; beyond 0 and the number of rows are those of the neighbours. */
  DeviceMemory row(DeviceMemory memory, Field field, int row) {
    long rowBytes = pitch() * JAVA_FLOAT.byteSize();
    return memory.slice(field.ordinal() * fieldBytes() + (row + Size.HALO) * rowBytes, rowBytes);
  }

  void pass(MemorySegment layout, DeviceMemory memory) {
    layout.set(ADDRESS, 0, memory.pointer());
    int[] numbers = {bands, bandRows, size.j(), size.k(), pitch()};
    for (int i = 0; i < numbers.length; i++) {
      layout.set(JAVA_INT, ADDRESS.byteSize() + i * JAVA_INT.byteSize(), numbers[i]);
    }
  }

  /** Rows of the neighbouring GPUs stay 0 until they are sent. */
  void fill(DeviceMemory memory) {
    NumpyRandom random = new NumpyRandom(SEED);
    float[] in = random.floats(size.paddedCells());
    random.skip(size.cells());
    float[] coeff = random.floats(size.cells());
    float[] row = new float[pitch()];
    for (int i = -Size.HALO; i < rows() + Size.HALO; i++) {
      Arrays.fill(row, 0);
      copy(row, memory, Field.LAP, i);
      copy(row, memory, Field.OUT, i);
      boolean isOwn = i >= 0 && i < rows();
      if (isOwn) {
        System.arraycopy(
            coeff,
            (firstRow + i) * size.j() * size.k(),
            row,
            Size.HALO * size.k(),
            size.j() * size.k());
      }
      copy(row, memory, Field.COEFF, i);
      Arrays.fill(row, 0);
      boolean isBeyondField = firstRow + i < 0 || firstRow + i >= size.i();
      if (isOwn || isBeyondField) {
        System.arraycopy(in, (firstRow + i + Size.HALO) * rowCells(), row, 0, rowCells());
      }
      copy(row, memory, Field.EVEN_IN, i);
      copy(row, memory, Field.ODD_IN, i);
    }
  }

  private void copy(float[] cells, DeviceMemory memory, Field field, int row) {
    row(memory, field, row).copyFrom(MemorySegment.ofArray(cells));
  }

  /**
   * Throws where the output is not that of a serial run in double precision.
   *
   * @param expectedSum of the whole field, for one GPU; 0: not known
   */
  void check(DeviceMemory memory, double expectedSum) {
    NumpyRandom random = new NumpyRandom(SEED);
    float[] in = random.floats(size.paddedCells());
    random.skip(size.cells());
    double[] expected = new SerialDiffusion(size, in, random.floats(size.cells())).run();
    float[] row = new float[pitch()];
    double sum = 0;
    double serialSum = 0;
    for (int i = 0; i < rows(); i++) {
      row(memory, Field.OUT, i).copyTo(MemorySegment.ofArray(row));
      for (int c = 0; c < size.j() * size.k(); c++) {
        double right = expected[(firstRow + i) * size.j() * size.k() + c];
        float computed = row[Size.HALO * size.k() + c];
        if (!(Math.abs(computed - right) <= MOST_CELL_ERROR)) {
          throw new IllegalStateException(
              "cell %d of row %d is %s, expected %s".formatted(c, firstRow + i, computed, right));
        }
        sum += computed;
        serialSum += right;
      }
    }
    requireSum(sum, serialSum);
    if (expectedSum != 0 && rows() == size.i()) {
      requireSum(sum, expectedSum);
    }
    System.out.printf("rows %d to %d: sum %.6f%n", firstRow, firstRow + rows() - 1, sum);
  }

  private static void requireSum(double sum, double right) {
    if (!(Math.abs(sum - right) <= MOST_SUM_ERROR * Math.abs(right))) {
      throw new IllegalStateException("the sum is %s, expected %s".formatted(sum, right));
    }
  }
}
