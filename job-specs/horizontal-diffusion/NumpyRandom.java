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
