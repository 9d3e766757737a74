package org.gpurma.runtime.engine;

import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import org.gpurma.runtime.blockmanager.BlockManager;
import org.gpurma.runtime.blockmanager.BlockManagers;
import org.gpurma.runtime.device.Run;
import org.gpurma.runtime.failure.Failure;

/**
 * Looks for ranks that returned without gpurma_gpu_finish: others wait for them in vain. While the
 * kernel runs only where the device tells which blocks have returned.
 */
final class ReturnWatch {

  private final BlockManagers managers;

  /** Ranks, by index, that had returned at the last look. */
  private final BitSet returned = new BitSet();

  ReturnWatch(BlockManagers managers) {
    this.managers = managers;
  }

  /**
   * While the kernel runs. Between two looks the commands are taken that a rank sent before it
   * returned, and its fault is heard of.
   */
  Optional<Failure> look(Run kernel) {
    Optional<Failure> found = unfinished(i -> returned.get(i) && !managers.get(i).hasCommands());
    for (int i = 0; i < managers.count(); i++) {
      if (!returned.get(i) && kernel.hasReturned(i)) {
        returned.set(i);
      }
    }
    return found;
  }

  /** When it has ended, and all commands are taken. */
  Optional<Failure> end() {
    return unfinished(_ -> true);
  }

  private Optional<Failure> unfinished(IntPredicate considered) {
    for (int i = 0; i < managers.count(); i++) {
      BlockManager manager = managers.get(i);
      if (considered.test(i) && !manager.isFinished()) {
        return Optional.of(
            new Failure.ApiMisuse(
                OptionalInt.of(manager.rank()),
                "rank %d returned without gpurma_gpu_finish".formatted(manager.rank())));
      }
    }
    return Optional.empty();
  }
}
