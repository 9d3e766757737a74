package org.gpurma.runtime.stall;

import java.util.OptionalInt;
import java.util.function.IntBinaryOperator;

/**
 * How far ranks have come, in barriers that every rank of the job must call. A rank that has
 * finished calls no more, and gpurma_gpu_finish is the last of every other rank, too.
 *
 * @param passed the most that a waiting rank has behind it, modulo 2^32; empty where none waits
 * @param ended the fewest that a finished rank has called; empty where none has finished
 */
record Course(OptionalInt passed, OptionalInt ended) {

  static final Course NONE = new Course(OptionalInt.empty(), OptionalInt.empty());

  static Course ofWaiting(int passed) {
    return new Course(OptionalInt.of(passed), OptionalInt.empty());
  }

  static Course ofFinished(int ended) {
    return new Course(OptionalInt.empty(), OptionalInt.of(ended));
  }

  Course and(Course other) {
    return new Course(
        chosen(passed, other.passed, (one, two) -> one - two >= 0 ? one : two),
        chosen(ended, other.ended, (one, two) -> one - two <= 0 ? one : two));
  }

  boolean someWait() {
    return passed.isPresent();
  }

  /**
   * Whether a rank waits that has all barriers of a finished one behind it: it has yet to call
   * gpurma_gpu_finish, and nobody comes.
   */
  boolean isTooLong() {
    return passed.isPresent() && ended.isPresent() && passed.getAsInt() - ended.getAsInt() >= 0;
  }

  private static OptionalInt chosen(OptionalInt one, OptionalInt two, IntBinaryOperator choice) {
    if (one.isEmpty() || two.isEmpty()) {
      return one.isEmpty() ? two : one;
    }
    return OptionalInt.of(choice.applyAsInt(one.getAsInt(), two.getAsInt()));
  }
}
