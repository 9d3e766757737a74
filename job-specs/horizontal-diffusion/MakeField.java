import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

/**
 * numpy's {@code default_rng(seed).random(n, dtype=float32)}: a SeedSequence of one word seeds
 * PCG64 (PCG XSL-RR 128/64); each 64-bit output gives two 32-bit ones, low half first.
 */
final class NumpyRandom {
  private static final long MULTIPLIER_HIGH = 2549297995355413924L;
  private static final long MULTIPLIER_LOW = 4865540595714422341L;

  private final long incrementHigh;
  private final long incrementLow;
  private long stateHigh;
  private long stateLow;
  private int spare;
  private boolean hasSpare;

  NumpyRandom(int seed) {
    long[] words = new SeedSequence(seed).longs(4);
    incrementHigh = words[2] << 1 | words[3] >>> 63;
    incrementLow = words[3] << 1 | 1;
    step();
    add(words[0], words[1]);
    step();
  }

  float[] floats(int count) {
    float[] values = new float[count];
    for (int n = 0; n < count; n++) {
      values[n] = (nextInt() >>> 8) * 0x1p-24f;
    }
    return values;
  }

  void skip(int floats) {
    for (int n = 0; n < floats; n++) {
      nextInt();
    }
  }

  private int nextInt() {
    if (hasSpare) {
      hasSpare = false;
      return spare;
    }
    long word = nextLong();
    spare = (int) (word >>> 32);
    hasSpare = true;
    return (int) word;
  }

  private long nextLong() {
    step();
    return Long.rotateRight(stateHigh ^ stateLow, (int) (stateHigh >>> 58));
  }

  private void step() {
    long high =
        Math.unsignedMultiplyHigh(stateLow, MULTIPLIER_LOW)
            + stateHigh * MULTIPLIER_LOW
            + stateLow * MULTIPLIER_HIGH;
    stateLow *= MULTIPLIER_LOW;
    stateHigh = high;
    add(incrementHigh, incrementLow);
  }

  private void add(long high, long low) {
    stateLow += low;
    stateHigh += high + (Long.compareUnsigned(stateLow, low) < 0 ? 1 : 0);
  }
}

/**
 * numpy's SeedSequence for a seed of one 32-bit word: hashes it into a pool, draws state from the
 * pool.
 */
final class SeedSequence {
  private static final int POOL_WORDS = 4;
  private static final int INIT_A = 0x43b0d7e5;
  private static final int MULT_A = 0x931e8875;
  private static final int INIT_B = 0x8b51f9dd;
  private static final int MULT_B = 0x58f38ded;
  private static final int MIX_LEFT = 0xca01f9dd;
  private static final int MIX_RIGHT = 0x4973f715;

  private final int[] pool = new int[POOL_WORDS];
  private int hashConstant = INIT_A;

  SeedSequence(int seed) {
    for (int word = 0; word < POOL_WORDS; word++) {
      pool[word] = hash(word == 0 ? seed : 0);
    }
    for (int from = 0; from < POOL_WORDS; from++) {
      for (int to = 0; to < POOL_WORDS; to++) {
        if (from != to) {
          pool[to] = mix(pool[to], hash(pool[from]));
        }
      }
    }
  }

  long[] longs(int count) {
    long[] values = new long[count];
    int constant = INIT_B;
    for (int word = 0; word < 2 * count; word++) {
      int value = pool[word % POOL_WORDS] ^ constant;
      constant *= MULT_B;
      value *= constant;
      value ^= value >>> 16;
      values[word / 2] |= Integer.toUnsignedLong(value) << 32 * (word % 2);
    }
    return values;
  }

  private int hash(int value) {
    int hashed = value ^ hashConstant;
    hashConstant *= MULT_A;
    hashed *= hashConstant;
    return hashed ^ hashed >>> 16;
  }

  private static int mix(int x, int y) {
    int mixed = MIX_LEFT * x - MIX_RIGHT * y;
    return mixed ^ mixed >>> 16;
  }
}
