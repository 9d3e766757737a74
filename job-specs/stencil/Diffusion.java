import java.util.function.IntFunction;

/**
 * The grid of a simplified horizontal diffusion, what it begins with, and the same steps done
 * serially, to judge the ranks by.
 *
 * @param columns of a row
 * @param rows of a plane, on all GPUs together
 * @param planes independent of each other
 */
record Diffusion(int columns, int rows, int planes) {

  private static final int MARGIN = 1;

  Diffusion {
    if (columns % 2 != 0) {
      throw new IllegalArgumentException(
          "parameter columns is %d; it must be even, as cells are computed in pairs"
              .formatted(columns));
    }
  }

  /** Between 0 and 1, the same wherever it is asked for. */
  static double initial(int set, int plane, int row, int column) {
    long mixed = ((set * 31L + plane) * 1_000_003L + row) * 1_000_003L + column;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return ((mixed ^ mixed >>> 31) >>> 11) * 0x1p-53;
  }

  /** A plane after so many steps, row by row, with one cell of 0 around it. */
  double[][] plane(int set, int plane, int steps) {
    double[][] in = zeros();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        in[i + MARGIN][j + MARGIN] = initial(set, plane, i, j);
      }
    }
    double[][] lap = zeros();
    double[][] fli = zeros();
    double[][] flj = zeros();
    for (int step = 0; step < steps; step++) {
      in = step(in, lap, fli, flj);
    }
    return in;
  }

  private double[][] step(double[][] in, double[][] lap, double[][] fli, double[][] flj) {
    for (int i = 1; i <= rows; i++) {
      for (int j = 1; j <= columns; j++) {
        lap[i][j] =
            -4.0 * in[i][j] + in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1];
      }
    }
    for (int i = 1; i <= rows; i++) {
      for (int j = 1; j <= columns; j++) {
        fli[i][j] = lap[i + 1][j] - lap[i][j];
        flj[i][j] = lap[i][j + 1] - lap[i][j];
      }
    }
    double[][] out = zeros();
    for (int i = 1; i <= rows; i++) {
      for (int j = 1; j <= columns; j++) {
        out[i][j] = ((fli[i - 1][j] - fli[i][j]) + (flj[i][j - 1] - flj[i][j])) * 0.015625;
      }
    }
    return out;
  }

  private double[][] zeros() {
    return new double[rows + 2 * MARGIN][columns + 2 * MARGIN];
  }

  /**
   * Throws where a cell is off by more than rounding: compilers may contract a product and a sum.
   *
   * @param row the computed cells of row {@code index}, counted from the first row of this process
   * @param firstRow of this process
   */
  void requireSame(int set, int plane, int steps, int firstRow, int ownRows, IntFunction<double[]> row) {
    double[][] expected = plane(set, plane, steps);
    int wrong = 0;
    int last = 0;
    String first = "";
    for (int i = 0; i < ownRows; i++) {
      double[] computed = row.apply(i);
      for (int j = 0; j < columns; j++) {
        double right = expected[firstRow + i + MARGIN][j + MARGIN];
        if (!(Math.abs(computed[j] - right) <= 1e-12)) {
          wrong++;
          last = firstRow + i;
          first =
              first.isEmpty()
                  ? "row %d, column %d is %s, expected %s"
                      .formatted(firstRow + i, j, computed[j], right)
                  : first;
        }
      }
    }
    if (wrong > 0) {
      throw new IllegalStateException(
          "set %d, plane %d: %d of %d cells are wrong after %d steps, the last in row %d; %s"
              .formatted(set, plane, wrong, ownRows * columns, steps, last, first));
    }
  }
}
