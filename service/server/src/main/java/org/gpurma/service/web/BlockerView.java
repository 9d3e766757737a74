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
          plain("NotBefore", "it is a retry that waits a while").until(time(not.at()));
      case Blocker.ArrayLimit array -> array(array);
      case Blocker.QuotaExceeded quota -> quota(quota);
      case Blocker.QuotaSetAside aside -> quota(aside);
      case Blocker.NeverFits never -> never(never);
      case Blocker.NotEnoughFree gpus -> notEnough(gpus);
      case Blocker.Scattered scattered -> scattered(scattered);
      case Blocker.SetAside aside -> setAside(aside);
    };
  }

  /** The nodes that were chosen did not take it. */
  static BlockerView placement(String reason) {
    return plain("Placement", reason);
  }

  private static BlockerView array(Blocker.ArrayLimit array) {
    return plain(
            "ArrayLimit",
            "%d jobs of array %s run, as many as may at once"
                .formatted(array.running(), array.array()))
        .limited(array.limit(), array.running());
  }

  private static BlockerView quota(Blocker.QuotaExceeded quota) {
    return plain(
            "QuotaExceeded",
            "project %s holds %d GPUs and may hold %d; this job counts as %d"
                .formatted(quota.project(), quota.held(), quota.limit(), quota.wanted()))
        .wanting(quota.wanted(), null)
        .limited(quota.limit(), quota.held())
        .until(time(quota.roomAt()));
  }

  private static BlockerView quota(Blocker.QuotaSetAside aside) {
    return plain(
            "QuotaSetAside",
            "what is left of the quota of project %s is set aside for %s"
                .formatted(aside.project(), aside.job()))
        .behind(aside.job())
        .until(time(aside.at()));
  }

  private static BlockerView never(Blocker.NeverFits never) {
    return plain(
            "NeverFits",
            "no nodes that are in service could take it, even empty: of the GPUs it may have %d are usable"
                .formatted(never.usable()))
        .wanting(never.wanted(), null)
        .limited(never.usable(), null);
  }

  private static BlockerView notEnough(Blocker.NotEnoughFree gpus) {
    return plain(
            "NotEnoughFree",
            "it wants %d GPUs; %d are free, jobs hold %d%s"
                .formatted(
                    gpus.wanted(),
                    gpus.free(),
                    gpus.held(),
                    gpus.unusable() == 0 ? "" : ", " + gpus.unusable() + " are out of service"))
        .wanting(gpus.wanted(), gpus.free())
        .limited(null, gpus.held());
  }

  private static BlockerView scattered(Blocker.Scattered scattered) {
    return plain(
            "Scattered",
            "%d GPUs are free, but not %d on %s that it may have; the best has %d"
                .formatted(
                    scattered.free(),
                    scattered.wanted(),
                    scattered.nodes() == 1 ? "one node" : scattered.nodes() + " nodes",
                    scattered.best()))
        .wanting(scattered.wanted(), scattered.free());
  }

  private static BlockerView setAside(Blocker.SetAside aside) {
    return plain(
            "SetAside",
            "the GPUs it would take are set aside for %s, which is before it"
                .formatted(aside.job()))
        .behind(aside.job())
        .until(time(aside.at()));
  }

  private static BlockerView plain(String kind, String message) {
    return new BlockerView(kind, message, null, null, null, null, null, null);
  }

  private BlockerView wanting(Integer gpus, Integer freeGpus) {
    return new BlockerView(kind, message, gpus, freeGpus, limit, used, job, until);
  }

  private BlockerView limited(Integer most, Integer now) {
    return new BlockerView(kind, message, wanted, free, most, now, job, until);
  }

  private BlockerView behind(JobId other) {
    return new BlockerView(kind, message, wanted, free, limit, used, other, until);
  }

  private BlockerView until(Instant time) {
    return new BlockerView(kind, message, wanted, free, limit, used, job, time);
  }

  private static Instant time(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  private static Instant time(OptionalLong millis) {
    return millis.isPresent() ? time(millis.getAsLong()) : null;
  }
}
