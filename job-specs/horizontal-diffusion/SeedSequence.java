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
