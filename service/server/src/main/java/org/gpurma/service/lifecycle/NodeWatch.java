package org.gpurma.service.lifecycle;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.ingest.LifeSigns;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.placement.ProcessPlacement;

/**
 * Notices that another machine is gone: its processes say nothing any more, or the launcher has
 * lost it. mpirun itself can wait for ever for a machine whose network has gone. Processes of this
 * machine are mpirun's to watch; they may even be stopped in a debugger.
 *
 * @param finished whether a process has ended as it should, and need not be heard of
 * @param lostByLauncher names of nodes
 */
record NodeWatch(
    List<ProcessPlacement> placements,
    LifeSigns signs,
    IntPredicate finished,
    Duration patience,
    Supplier<Set<String>> lostByLauncher) {
  /** Between two looks. */
  static final Duration PERIOD = Duration.ofMillis(250);

  static final String KIND = "NODE_LOST";

  NodeWatch {
    placements =
        placements.stream().filter(process -> process.reach() instanceof Reach.Ssh).toList();
  }

  boolean isNeeded() {
    return !placements.isEmpty();
  }

  /** The first node that is gone. */
  Optional<FailureInfo> lost() {
    Optional<FailureInfo> silent =
        placements.stream().filter(this::isSilent).findFirst().map(this::silent);
    return silent.isPresent()
        ? silent
        : lostByLauncher.get().stream()
            .sorted()
            .findFirst()
            .map(node -> failure(null, node, "the connection to node " + node + " broke"));
  }

  private boolean isSilent(ProcessPlacement process) {
    return !finished.test(process.index())
        && signs.silence(process.index()).filter(time -> time.compareTo(patience) > 0).isPresent();
  }

  private FailureInfo silent(ProcessPlacement process) {
    return failure(
        process,
        process.node(),
        "node %s has not been heard of for %d s".formatted(process.node(), patience.toSeconds()));
  }

  private static FailureInfo failure(ProcessPlacement process, String node, String message) {
    return new FailureInfo(
        KIND,
        null,
        process == null ? null : process.index(),
        node,
        process == null ? null : process.gpu().uuid(),
        null,
        null,
        message);
  }
}
