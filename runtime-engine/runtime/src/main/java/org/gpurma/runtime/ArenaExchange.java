package org.gpurma.runtime;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.gpurma.runtime.config.PathChoice;
import org.gpurma.runtime.device.Device;
import org.gpurma.runtime.engine.NearArenas;
import org.gpurma.runtime.failure.Failure;
import org.gpurma.runtime.failure.FailureException;
import org.gpurma.runtime.topology.NearProcesses;

/**
 * Lets the near processes map each other's arenas. When one of them cannot, none of them does: all
 * ranks of a job must agree on who is near.
 */
record ArenaExchange(
    Agreement agreement, Device device, int process, NearProcesses near, PathChoice path) {

  /** Before the reason, in place of a handle. */
  private static final String REFUSAL = "it is not shared: ";

  /** What came of mapping the others' arenas; no reason where it went well. */
  private record Mapping(List<Long> bases, String refusal) {

    static Mapping refused(String reason) {
      return new Mapping(List.of(), reason);
    }
  }

  /** Takes the base of the own arena. All processes of the job together. */
  NearArenas exchange(long own) {
    List<String> offers = agreement.take(() -> offer(own), offer -> offer).told();
    Agreement.Step<Mapping> mapping = agreement.take(() -> map(own, offers), Mapping::refusal);
    Optional<String> refusal =
        mapping.told().subList(near.first(), near.end()).stream()
            .filter(reason -> !reason.isEmpty())
            .findFirst();
    if (refusal.isEmpty()) {
      return new NearArenas(near, mapping.result().bases());
    }
    if (process == near.first()) {
      System.err.printf(
          "gpurma-runtime: GPUs %d to %d reach each other over the network: %s%n",
          near.first(), near.end() - 1, refusal.get());
    }
    return NearArenas.ownOnly(process, own);
  }

  private String offer(long own) {
    if (near.count() == 1) {
      return "";
    }
    return switch (path) {
      case NETWORK ->
          REFUSAL + "the job's transport.path, or " + PathChoice.SETTING + ", is network";
      case NEAREST -> share(own);
    };
  }

  private String share(long own) {
    try {
      return HexFormat.of().formatHex(device.share(own));
    } catch (FailureException e) {
      return REFUSAL + e.getMessage();
    }
  }

  private Mapping map(long own, List<String> offers) {
    List<Long> bases = new ArrayList<>();
    for (int other = near.first(); other < near.end(); other++) {
      try {
        bases.add(other == process ? own : map(offers.get(other)));
      } catch (FailureException e) {
        return Mapping.refused(
            "process %d cannot map the memory of process %d: %s"
                .formatted(process, other, e.getMessage()));
      }
    }
    return new Mapping(bases, "");
  }

  private long map(String offer) {
    if (offer.startsWith(REFUSAL)) {
      throw new FailureException(new Failure.DeviceError(OptionalInt.empty(), offer));
    }
    return device.map(HexFormat.of().parseHex(offer));
  }
}
