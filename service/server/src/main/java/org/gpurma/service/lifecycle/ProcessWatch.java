package org.gpurma.service.lifecycle;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.gpurma.service.cluster.Reach;
import org.gpurma.service.ingest.LifeSigns;
import org.gpurma.service.job.FailureInfo;
import org.gpurma.service.placement.ProcessPlacement;

/**
 * Notices what mpirun does not: that another machine is gone, because its processes say nothing any
 * more or the launcher has lost it, and that a process of this machine is there and does nothing.
 *
 * @param finished whether a process has ended as it should, and need not be heard of
 * @param patience with silent processes
 * @param lostByLauncher names of nodes
 * @param debugged whether a debugger holds a process of this machine: none of them can be judged
 */
record ProcessWatch(
    List<ProcessPlacement> placements,
    LifeSigns signs,
    IntPredicate finished,
    Patience patience,
    Supplier<Set<String>> lostByLauncher,
    BooleanSupplier debugged) {
  static final String NODE_LOST = "NODE_LOST";
  static final String SILENT = "SILENT";

  private static final Duration PERIOD = Duration.ofMillis(250);

  /**
   * @param remote with processes of other machines
   * @param local with those of this machine; zero: for ever
   */
  record Patience(Duration remote, Duration local) {
    private Duration with(ProcessPlacement process) {
      return switch (process.reach()) {
        case Reach.Ssh _ -> remote;
        case Reach.Local _ -> local;
      };
    }
  }

  ProcessWatch {
    Patience limits = patience;
    placements = placements.stream().filter(process -> limits.with(process).isPositive()).toList();
  }

  /** Between two looks; empty where there is nothing to look at. */
  Optional<Duration> period() {
    return placements.isEmpty() ? Optional.empty() : Optional.of(PERIOD);
  }

  /** The first process or node that is gone. */
  Optional<FailureInfo> lost() {
    Optional<FailureInfo> silent =
        placements.stream().filter(this::isSilent).findFirst().map(this::silent);
    return silent.isPresent()
        ? silent
        : lostByLauncher.get().stream()
            .sorted()
            .findFirst()
            .map(
                node ->
                    failure(NODE_LOST, null, node, "the connection to node " + node + " broke"));
  }

  private boolean isSilent(ProcessPlacement process) {
    boolean silent =
        !finished.test(process.index())
            && signs
                .silence(process.index())
                .filter(time -> time.compareTo(patience.with(process)) > 0)
                .isPresent();
    return silent && !(process.reach() instanceof Reach.Local && debugged.getAsBoolean());
  }

  private FailureInfo silent(ProcessPlacement process) {
    long seconds = patience.with(process).toSeconds();
    return switch (process.reach()) {
      case Reach.Ssh _ ->
          failure(
              NODE_LOST,
              process,
              process.node(),
              "node %s has not been heard of for %d s".formatted(process.node(), seconds));
      case Reach.Local _ ->
          failure(
              SILENT,
              process,
              process.node(),
              "it has said nothing for %d s, and has not ended: it is stopped, or hangs"
                  .formatted(seconds));
    };
  }

  private static FailureInfo failure(
      String kind, ProcessPlacement process, String node, String message) {
    return new FailureInfo(
        kind,
        null,
        process == null ? null : process.index(),
        node,
        process == null ? null : process.gpu().uuid(),
        null,
        null,
        message);
  }
}
