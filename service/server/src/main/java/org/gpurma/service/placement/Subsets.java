package org.gpurma.service.placement;

import java.util.function.Consumer;

/** All ways to take some of a number of things. */
final class Subsets {
  private Subsets() {}

  /** How many there are, or the limit where there are more. */
  static long count(int of, int size, long limit) {
    long count = 1;
    for (int i = 1; i <= Math.min(size, of - size); i++) {
      count = count * (of - i + 1) / i;
      if (count >= limit) {
        return limit;
      }
    }
    return count;
  }

  /**
   * Hands over each in the order of its elements, first ones first.
   *
   * @param elements ascending
   * @param consumer keeps nothing of what it gets: the array is filled anew
   */
  static void forEach(int[] elements, int size, Consumer<int[]> consumer) {
    int[] places = new int[size];
    for (int i = 0; i < size; i++) {
      places[i] = i;
    }
    int[] subset = new int[size];
    boolean more = size <= elements.length;
    while (more) {
      for (int i = 0; i < size; i++) {
        subset[i] = elements[places[i]];
      }
      consumer.accept(subset);
      more = advance(places, elements.length);
    }
  }

  private static boolean advance(int[] places, int elements) {
    int size = places.length;
    int last = size - 1;
    while (last >= 0 && places[last] == elements - size + last) {
      last--;
    }
    if (last < 0) {
      return false;
    }
    places[last]++;
    for (int i = last + 1; i < size; i++) {
      places[i] = places[i - 1] + 1;
    }
    return true;
  }
}
