/** npbench's hdiff, cell by cell and without a stored intermediate field. */
final class SerialDiffusion {
  private final Size size;
  private final float[] in;
  private final float[] coeff;
  private final int rowCells;

  SerialDiffusion(Size size, float[] in, float[] coeff) {
    this.size = size;
    this.in = in;
    this.coeff = coeff;
    this.rowCells = (size.j() + 2 * Size.HALO) * size.k();
  }

  double[] run() {
    double[] out = new double[size.cells()];
    int n = 0;
    for (int i = 0; i < size.i(); i++) {
      for (int j = 0; j < size.j(); j++) {
        for (int k = 0; k < size.k(); k++, n++) {
          out[n] =
              diffused(
                  ((i + Size.HALO) * (size.j() + 2 * Size.HALO) + j + Size.HALO) * size.k() + k,
                  coeff[n]);
        }
      }
    }
    return out;
  }

  private double diffused(int cell, double weight) {
    double inI = flux(cell - rowCells, cell);
    double outI = flux(cell, cell + rowCells);
    double inJ = flux(cell - size.k(), cell);
    double outJ = flux(cell, cell + size.k());
    return in[cell] - weight * (outI - inI + outJ - inJ);
  }

  /** What flows between two neighbouring cells; the limiter lets nothing flow up the gradient. */
  private double flux(int from, int to) {
    double flux = laplacian(to) - laplacian(from);
    return flux * ((double) in[to] - in[from]) > 0 ? 0 : flux;
  }

  private double laplacian(int cell) {
    double neighbours =
        (double) in[cell + rowCells]
            + in[cell - rowCells]
            + in[cell + size.k()]
            + in[cell - size.k()];
    return 4.0 * in[cell] - neighbours;
  }
}
