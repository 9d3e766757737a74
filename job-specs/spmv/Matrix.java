/**
 * A square sparse matrix of positive elements, dealt over a grid of GPUs; the same wherever it is
 * made. GPU p has the block of row {@code p % gridRows} and column {@code p / gridRows}.
 *
 * @param size rows, and columns
 * @param gridColumns as many as {@code gridRows}, or twice as many
 * @param perRow elements of a row of a block
 */
record Matrix(int size, int gridRows, int gridColumns, int perRow) {

  /** A block in compressed rows; columns count from the block's own first one. */
  record Block(int[] begins, int[] columns, double[] values) {}

  /** The grid for so many GPUs, as square as it can be. */
  static Matrix on(int gpus, int size, double share) {
    int rows = (int) Math.sqrt(gpus);
    while (gpus % rows != 0) {
      rows--;
    }
    int columns = gpus / rows;
    if (columns > 2 * rows) {
      throw new IllegalArgumentException(
          "%d GPUs make no grid with as many columns as rows, or twice as many; take 1, 2, 4, 8 or 9"
              .formatted(gpus));
    }
    if (size % columns != 0) {
      throw new IllegalArgumentException(
          "size %d cannot be dealt over %d columns of GPUs".formatted(size, columns));
    }
    return new Matrix(
        size, rows, columns, Math.max(1, (int) Math.round(share * (size / columns))));
  }

  int height() {
    return size / gridRows;
  }

  int width() {
    return size / gridColumns;
  }

  /** Of the binomial tree along a row. */
  int rounds() {
    return Math.max(1, 32 - Integer.numberOfLeadingZeros(gridColumns - 1));
  }

  Block block(int row, int column) {
    int[] begins = new int[height() + 1];
    int[] columns = new int[height() * perRow];
    double[] values = new double[columns.length];
    for (int i = 0; i < height(); i++) {
      begins[i + 1] = (i + 1) * perRow;
      for (int t = 0; t < perRow; t++) {
        int at = i * perRow + t;
        columns[at] = column(row * height() + i, column, t);
        values[at] = value(row * height() + i, column, t);
      }
    }
    return new Block(begins, columns, values);
  }

  /** Evenly over the row with jitter, so that none is there twice. */
  private int column(int row, int column, int t) {
    return (int) ((t + draw(2 * seed(row, column, t))) * width() / perRow);
  }

  private double value(int row, int column, int t) {
    return 0.5 + draw(2 * seed(row, column, t) + 1);
  }

  private long seed(int row, int column, int t) {
    return ((long) row * gridColumns + column) * perRow + t;
  }

  static double initial(int element) {
    return 0.5 + draw(-1L - element);
  }

  /** Between 0 and 1. */
  private static double draw(long seed) {
    long mixed = seed + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return ((mixed ^ mixed >>> 31) >>> 11) * 0x1p-53;
  }

  double[] initial() {
    double[] b = new double[size];
    for (int i = 0; i < size; i++) {
      b[i] = initial(i);
    }
    return b;
  }

  /** The product with a vector, serially. */
  double[] times(double[] b) {
    double[] x = new double[size];
    for (int i = 0; i < size; i++) {
      for (int column = 0; column < gridColumns; column++) {
        for (int t = 0; t < perRow; t++) {
          x[i] += value(i, column, t) * b[column * width() + column(i, column, t)];
        }
      }
    }
    return x;
  }

  /** The norm of the last product of a power iteration, serially. */
  double eigenvalue(int steps) {
    double[] b = initial();
    double norm = 0;
    double factor = 1;
    for (int step = 0; step < steps; step++) {
      b = times(b);
      double square = 0;
      for (int i = 0; i < size; i++) {
        b[i] *= factor;
        square += b[i] * b[i];
      }
      norm = Math.sqrt(square);
      factor = 1 / norm;
    }
    return norm;
  }
}
