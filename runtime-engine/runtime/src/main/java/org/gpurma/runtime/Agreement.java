package org.gpurma.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.gpurma.runtime.network.World;

/**
 * Steps that all processes take before the launch. After each, all learn whether it went well
 * everywhere; nobody goes on when it did not.
 */
final class Agreement {

  private static final String FAILED = "failed";
  private static final String DONE = "done ";

  private final World world;

  Agreement(World world) {
    this.world = world;
  }

  /** Takes a step that tells something to the others; returns what all told, by process. */
  <T> Step<T> take(Supplier<T> step, Function<T, String> tell) {
    T result;
    try {
      result = step.get();
    } catch (RuntimeException | LinkageError e) {
      exchange(FAILED);
      throw e;
    }
    List<String> told = exchange(DONE + tell.apply(result));
    if (told.stream().anyMatch(FAILED::equals)) {
      throw new PeerFailedException();
    }
    return new Step<>(result, told.stream().map(text -> text.substring(DONE.length())).toList());
  }

  /** In place of a step that the others take, or will, and this process cannot. */
  void giveUp() {
    exchange(FAILED);
  }

  private List<String> exchange(String mine) {
    return world.allGather(mine.getBytes(UTF_8)).stream()
        .map(bytes -> new String(bytes, UTF_8))
        .toList();
  }

  /** What the own step gave, and what all processes told. */
  record Step<T>(T result, List<String> told) {}

  /** Another process failed and reports it. */
  static final class PeerFailedException extends RuntimeException {}
}
