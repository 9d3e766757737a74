package org.gpurma.service.web;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gpurma.service.lifecycle.Waiting;
import org.gpurma.service.scheduling.EarliestStart;
import org.gpurma.service.scheduling.Explanation;
import org.gpurma.service.scheduling.Inventory;
import org.gpurma.service.scheduling.NearestFit;
import org.gpurma.service.scheduling.Share;

/**
 * Why a job waits, for programs and for people.
 *
 * @param ahead how many jobs stand before it in line
 * @param earliestStart null where there is none
 */
record WaitingView(
    int ahead, List<BlockerView> blockers, Nearest nearestFit, Earliest earliestStart) {

  /**
   * @param gpus it could have now
   * @param missing it wants beyond that
   * @param walltimeSeconds with no longer a walltime it would start now; null where that is not it
   */
  record Nearest(int gpus, int missing, List<NodeGpus> nodes, Long walltimeSeconds) {}

  record NodeGpus(String node, int gpus) {}

  /**
   * @param certainty reserved, forecast or notBefore
   */
  record Earliest(Instant at, String certainty) {}

  static WaitingView of(Waiting waiting) {
    Explanation explanation = waiting.explanation();
    List<BlockerView> blockers = new ArrayList<>();
    explanation.blockers().forEach(blocker -> blockers.add(BlockerView.of(blocker)));
    waiting.refusals().forEach(reason -> blockers.add(BlockerView.placement(reason)));
    return new WaitingView(
        explanation.ahead(),
        blockers,
        nearest(explanation.nearest(), waiting.inventory()),
        earliest(explanation.earliest()));
  }

  private static Nearest nearest(NearestFit fit, Inventory inventory) {
    return new Nearest(
        fit.gpus(),
        fit.missing(),
        fit.shares().stream().map(share -> on(share, inventory)).toList(),
        fit.walltime() == 0 ? null : fit.walltime() / 1000);
  }

  private static NodeGpus on(Share share, Inventory inventory) {
    return new NodeGpus(inventory.node(share.node()).name(), share.gpus());
  }

  private static Earliest earliest(Optional<EarliestStart> start) {
    return start
        .map(at -> new Earliest(Instant.ofEpochMilli(at.at()), word(at.certainty())))
        .orElse(null);
  }

  private static String word(EarliestStart.Certainty certainty) {
    return switch (certainty) {
      case RESERVED, FORECAST -> certainty.name().toLowerCase(Locale.ROOT);
      case NOT_BEFORE -> "notBefore";
    };
  }
}
