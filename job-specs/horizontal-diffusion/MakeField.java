import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * Makes the input of the horizontal diffusion job at any size, and the answer to check it against.
 *
 * <p>Field and coefficients are what npbench's hdiff draws, bit for bit: numpy's {@code
 * default_rng(42)}, float32, first the field, then a field that is thrown away, then the
 * coefficients. The answer is computed here, serially and in double precision, so it shares nothing
 * with the kernel that it judges.
 */
final class MakeField {
  private static final int SEED = 42;

  public static void main(String[] arguments) throws IOException {
    try {
      if (arguments.length < 1 || arguments.length > 2) {
        throw new IllegalArgumentException("one size and at most one folder are expected");
      }
      Size size = Size.parse(arguments[0]);
      Path fields = Path.of(arguments.length == 2 ? arguments[1] : "fields");
      make(size, fields.resolve(size.toString()));
    } catch (IllegalArgumentException misuse) {
      System.err.println("make-field: " + misuse.getMessage());
      System.err.println(
          "usage: make-field IxJxK [FOLDER]   (for example 64x64x60; the default folder is"
              + " fields)");
      System.exit(2);
    }
  }

  private static void make(Size size, Path folder) throws IOException {
    NumpyRandom random = new NumpyRandom(SEED);
    float[] in = random.floats(size.paddedCells());
    random.skip(size.cells());
    float[] coeff = random.floats(size.cells());
    double[] out = new SerialDiffusion(size, in, coeff).run();

    Files.createDirectories(folder);
    Files.write(folder.resolve("in.f32"), littleEndian(in));
    Files.write(folder.resolve("coeff.f32"), littleEndian(coeff));
    Files.write(folder.resolve("out.f64"), littleEndian(out));

    say("wrote %s: in.f32 coeff.f32 out.f64", folder);
    double sum = sum(out.length, n -> out[n]);
    say("sum(out)    %.9f", sum);
    say("sum(out^2)  %.6f", sum(out.length, n -> out[n] * out[n]));
    say("out[0,0,0]  %.9f", out[0]);
    say(
        "submit with --set i=%d --set j=%d --set k=%d --set data=%s --set sum=%.9f",
        size.i(), size.j(), size.k(), folder.toAbsolutePath().getParent().getFileName(), sum);
  }

  private static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  /** Neumaier's compensated sum: the printed digits do not depend on the order of the terms. */
  private static double sum(int count, IntToDoubleFunction term) {
    double sum = 0;
    double lost = 0;
    for (int n = 0; n < count; n++) {
      double value = term.applyAsDouble(n);
      double next = sum + value;
      lost += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
      sum = next;
    }
    return sum + lost;
  }

  private static byte[] littleEndian(float[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  private static byte[] littleEndian(double[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    return bytes.array();
  }
}
