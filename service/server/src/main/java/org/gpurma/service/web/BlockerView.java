package org.gpurma.service.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.OptionalLong;
import org.gpurma.service.job.JobId;
import org.gpurma.service.scheduling.Blocker;

/**
 * One thing that keeps a job waiting; parts that its kind does not have are left out.
 *
 * @param kind for programs
 * @param message for people
 * @param job the job that is in the way
 * @param until when this is over at the latest
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BlockerView(
    String kind,
    String message,
    Integer wanted,
    Integer free,
    Integer limit,
    Integer used,
    JobId job,
    Instant until) {

  static BlockerView of(Blocker blocker) {
    return switch (blocker) {
      case Blocker.Held _ -> plain("Held", "it is held; release it to let it start");
      case Blocker.NotBefore not ->
          new BlockerView(
              "NotBefore",
              "it is a retry that waits a while",
              null,
              null,
              null,
              null,
              null,
              time(not.at()));
      case Blocker.ArrayLimit array ->
          new BlockerView(
              "ArrayLimit",
              "%d jobs of array %s run, as many as may at once"
                  .formatted(array.running(), array.array()),
              null,
              null,
              array.limit(),
              array.running(),
              null,
              null);
      case Blocker.QuotaExceeded quota -> quota(quota);
      case Blocker.QuotaSetAside aside ->
          new BlockerView(
              "QuotaSetAside",
              "what is left of the quota of project %s is set aside for %s"
                  .formatted(aside.project(), aside.job()),
              null,
              null,
              null,
              null,
              aside.job(),
              time(aside.at()));
      case Blocker.NeverFits never ->
          new BlockerView(
              "NeverFits",
              "no nodes that are in service could take it, even empty: of the GPUs it may have %d are"
                      .formatted(never.usable())
                  + " usable",
              never.wanted(),
              null,
              never.usable(),
              null,
              null,
              null);
      case Blocker.NotEnoughFree gpus -> notEnough(gpus);
      case Blocker.Scattered scattered ->
          new BlockerView(
              "Scattered",
              "%d GPUs are free, but not %d on %s that it may have; the best has %d"
                  .formatted(
                      scattered.free(),
                      scattered.wanted(),
                      scattered.nodes() == 1 ? "one node" : scattered.nodes() + " nodes",
                      scattered.best()),
              scattered.wanted(),
              scattered.free(),
              null,
              null,
              null,
              null);
      case Blocker.SetAside aside ->
          new BlockerView(
              "SetAside",
              "the GPUs it would take are set aside for %s, which is before it"
                  .formatted(aside.job()),
              null,
              null,
              null,
              null,
              aside.job(),
              time(aside.at()));
    };
  }

  /** The nodes that were chosen did not take it. */
  static BlockerView placement(String reason) {
    return plain("Placement", reason);
  }

  private static BlockerView plain(String kind, String message) {
    return new BlockerView(kind, message, null, null, null, null, null, null);
  }

  private static BlockerView quota(Blocker.QuotaExceeded quota) {
    return new BlockerView(
        "QuotaExceeded",
        "project %s holds %d GPUs and may hold %d; this job counts as %d"
            .formatted(quota.project(), quota.held(), quota.limit(), quota.wanted()),
        quota.wanted(),
        null,
        quota.limit(),
        quota.held(),
        null,
        time(quota.roomAt()));
  }

  private static BlockerView notEnough(Blocker.NotEnoughFree gpus) {
    return new BlockerView(
        "NotEnoughFree",
        "it wants %d GPUs; %d are free, jobs hold %d%s"
            .formatted(
                gpus.wanted(),
                gpus.free(),
                gpus.held(),
                gpus.unusable() == 0 ? "" : ", " + gpus.unusable() + " are out of service"),
        gpus.wanted(),
        gpus.free(),
        null,
        gpus.held(),
        null,
        null);
  }

  private static Instant time(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  private static Instant time(OptionalLong millis) {
    return millis.isPresent() ? time(millis.getAsLong()) : null;
  }
}
