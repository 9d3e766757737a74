import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Inner cells of a field, halo not counted. */
record Size(int i, int j, int k) {
  static final int HALO = 2;

  /** All arrays of this size together take some 800 MB. */
  private static final long MAX_CELLS = 1L << 25;

  private static final Pattern FORM =
      Pattern.compile("([1-9]\\d{0,6})x([1-9]\\d{0,6})x([1-9]\\d{0,6})");

  static Size parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no size; write three positive numbers as in 64x64x60");
    }
    Size size = new Size(number(form, 1), number(form, 2), number(form, 3));
    if ((double) (size.i + 2 * HALO) * (size.j + 2 * HALO) * size.k > MAX_CELLS) {
      throw new IllegalArgumentException(
          text + " has more than " + MAX_CELLS + " cells with its halo; choose a smaller size");
    }
    return size;
  }

  private static int number(Matcher form, int group) {
    return Integer.parseInt(form.group(group));
  }

  int cells() {
    return i * j * k;
  }

  int paddedCells() {
    return (i + 2 * HALO) * (j + 2 * HALO) * k;
  }

  @Override
  public String toString() {
    return i + "x" + j + "x" + k;
  }
}
