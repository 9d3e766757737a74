package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Says of waiting jobs why they wait and until when. Looks at the whole queue once. */
public final class Explainer {
  private final Snapshot snapshot;
  private final Pass pass;
  private final Optional<Reservation> reservation;
  private final Forecast forecast;

  private Explainer(Snapshot snapshot, Pass pass, Forecast forecast) {
    this.snapshot = snapshot;
    this.pass = pass;
    this.reservation = pass.run().reservation();
    this.forecast = forecast;
  }

  /**
   * @param mostLooks how far ahead the forecast looks
   */
  public static Explainer of(Snapshot snapshot, Policy policy, int mostLooks) {
    return new Explainer(
        snapshot, new Pass(snapshot, policy, true), Forecast.of(snapshot, policy, mostLooks));
  }

  /** Of a job of the queue, or of one that is not there yet. */
  public Explanation explain(Request request) {
    var packing = new Packing(snapshot.inventory(), request.shape());
    List<Blocker> blockers = new ArrayList<>();
    ownBlockers(request, blockers);
    quotaBlockers(request, packing, blockers);
    gpuBlocker(request, packing).ifPresent(blockers::add);
    return new Explanation(
        ahead(request), blockers, nearest(request, packing), earliest(request, packing, blockers));
  }

  private void ownBlockers(Request request, List<Blocker> blockers) {
    if (request.held()) {
      blockers.add(new Blocker.Held());
    }
    if (request.notBefore() > snapshot.now()) {
      blockers.add(new Blocker.NotBefore(request.notBefore()));
    }
    if (request.isLimitedByArray() && pass.ofArray(request.array()) >= request.maxParallel()) {
      blockers.add(
          new Blocker.ArrayLimit(
              request.array(), pass.ofArray(request.array()), request.maxParallel()));
    }
  }

  private void quotaBlockers(Request request, Packing packing, List<Blocker> blockers) {
    String project = request.project();
    Account account = pass.account(project);
    int charge = packing.charge();
    Request firstKept = account.firstKept();
    if (!account.hasRoom(charge)) {
      OptionalLong roomAt =
          pass.outlook().quotaTime(project, account.held(), account.limit() - charge);
      blockers.add(
          new Blocker.QuotaExceeded(project, account.limit(), account.held(), charge, roomAt));
    } else if (firstKept != null
        && firstKept.number() != request.number()
        && !account.keepsPromise(charge, end(request))) {
      blockers.add(new Blocker.QuotaSetAside(project, firstKept.job(), account.promisedAt()));
    }
  }

  private long end(Request request) {
    return snapshot.now() + request.walltime();
  }

  private Optional<Blocker> gpuBlocker(Request request, Packing packing) {
    int wanted = request.shape().gpus();
    if (!packing.fitsAtAll()) {
      return Optional.of(new Blocker.NeverFits(wanted, packing.usableGpus()));
    }
    if (packing.fits(pass.now())) {
      return setAside(request)
          .filter(_ -> !packing.fits(pass.beyond()))
          .map(kept -> new Blocker.SetAside(kept.request().job(), kept.at()));
    }
    Tally tally = Tally.of(packing, pass.now(), pass.held());
    if (tally.free() < wanted) {
      return Optional.of(
          new Blocker.NotEnoughFree(wanted, tally.free(), tally.held(), tally.unusable()));
    }
    return Optional.of(
        new Blocker.Scattered(
            wanted, tally.free(), packing.fewestNodes(), nearest(request, packing).gpus()));
  }

  /** The reservation that a job has to leave alone: another's, and it would not end in time. */
  private Optional<Reservation> setAside(Request request) {
    return reservation.filter(
        kept -> kept.request().number() != request.number() && end(request) > kept.at());
  }

  private NearestFit nearest(Request request, Packing packing) {
    Optional<Reservation> inTheWay = setAside(request);
    List<Share> shares = packing.nearest(inTheWay.isPresent() ? pass.beyond() : pass.now());
    int missing = request.shape().gpus() - Packing.gpus(shares);
    long walltime =
        missing > 0 && packing.fits(pass.now())
            ? inTheWay.map(kept -> kept.at() - snapshot.now()).orElse(0L)
            : 0;
    return new NearestFit(shares, missing, walltime);
  }

  private Optional<EarliestStart> earliest(
      Request request, Packing packing, List<Blocker> blockers) {
    if (blockers.stream().anyMatch(Explainer::isForGood)) {
      return Optional.empty();
    }
    Optional<Reservation> own =
        reservation.filter(kept -> kept.request().number() == request.number());
    if (own.isPresent()) {
      return Optional.of(new EarliestStart(own.get().at(), EarliestStart.Certainty.RESERVED));
    }
    OptionalLong foreseen = forecast.startOf(request);
    return foreseen.isPresent()
        ? Optional.of(new EarliestStart(foreseen.getAsLong(), EarliestStart.Certainty.FORECAST))
        : Optional.of(
            new EarliestStart(
                lowerBound(request, packing, blockers), EarliestStart.Certainty.NOT_BEFORE));
  }

  private static boolean isForGood(Blocker blocker) {
    return switch (blocker) {
      case Blocker.Held _, Blocker.NeverFits _ -> true;
      case Blocker.QuotaExceeded quota -> quota.roomAt().isEmpty();
      case Blocker.NotBefore _,
          Blocker.ArrayLimit _,
          Blocker.QuotaSetAside _,
          Blocker.NotEnoughFree _,
          Blocker.Scattered _,
          Blocker.SetAside _ ->
          false;
    };
  }

  private long lowerBound(Request request, Packing packing, List<Blocker> blockers) {
    long bound = Math.max(snapshot.now(), request.notBefore());
    for (Blocker blocker : blockers) {
      if (blocker instanceof Blocker.QuotaExceeded quota) {
        bound = Math.max(bound, quota.roomAt().orElse(bound));
      }
    }
    if (packing.fits(pass.now())) {
      return bound;
    }
    long from = bound;
    return pass.outlook()
        .earliest(packing, pass.now(), pass.held(), from)
        .map(Outlook.Fit::at)
        .orElse(from);
  }

  private int ahead(Request request) {
    long key = snapshot.queue().key(request) + pass.account(request.project()).shift();
    int ahead = 0;
    for (var lane : snapshot.queue().lanes().entrySet()) {
      ahead += lane.getValue().countBefore(key - pass.account(lane.getKey()).shift());
    }
    return ahead;
  }
}
