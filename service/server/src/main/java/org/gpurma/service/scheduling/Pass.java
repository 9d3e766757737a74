package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One look at the queue. Jobs start in their order; the first that has to wait for GPUs gets a
 * reservation at the earliest time at which it fits, and those behind it start where they leave
 * that alone: by ending before it, or on GPUs it does not need.
 */
final class Pass {
  private final Snapshot snapshot;
  private final Policy policy;
  private final boolean exhaustive;
  private final Inventory inventory;
  private final Accounts accounts;
  private final Map<String, Integer> startedOfArray = new HashMap<>();
  private final List<Start> starts = new ArrayList<>();
  private final Set<Long> startedFirst = new HashSet<>();
  private final int[] held;
  private final Offer now;
  private final Packing[] packings;
  private final boolean[] failedNow;
  private final boolean[] failedBeyond;
  private final boolean[] isOut;
  private int shapesLeft;
  private boolean anyWaits;
  private Reservation reservation;
  private int[] spare;
  private Offer beyond;

  /**
   * @param exhaustive also looks at jobs once none can start any more, to explain why
   */
  Pass(Snapshot snapshot, Policy policy, boolean exhaustive) {
    this.snapshot = snapshot;
    this.policy = policy;
    this.exhaustive = exhaustive;
    this.inventory = snapshot.inventory();
    this.accounts = new Accounts(snapshot, policy);
    this.held = snapshot.running().heldOn(inventory.size());
    this.now = Offer.nothing(inventory);
    int shapes = snapshot.queue().shapes();
    this.packings = new Packing[shapes];
    this.failedNow = new boolean[shapes];
    this.failedBeyond = new boolean[shapes];
    this.isOut = new boolean[shapes];
    this.shapesLeft = shapes;
    for (int node = 0; node < held.length; node++) {
      refresh(node);
    }
  }

  Decisions run() {
    long first = keepPlace();
    var order = new Order(snapshot.queue(), accounts);
    Lane.Entry entry = order.next();
    while (entry != null && !isOver()) {
      long number = entry.request().number();
      if (number != first && (startedFirst.isEmpty() || !startedFirst.contains(number))) {
        consider(entry, order.account());
      }
      entry = order.next();
    }
    return new Decisions(starts, Optional.ofNullable(reservation));
  }

  /**
   * Jobs of a higher priority that stand before the promised one go first, then it itself.
   *
   * @return the number of the promised one; -1 where there is none
   */
  private long keepPlace() {
    Optional<Request> promised = snapshot.promised().filter(snapshot.queue()::contains);
    if (promised.isEmpty()) {
      return -1;
    }
    Lane.Entry place = snapshot.queue().entry(promised.get());
    considerHigherThan(place);
    consider(place, accounts.of(place.request().project()));
    return place.request().number();
  }

  private void considerHigherThan(Lane.Entry place) {
    int priority = place.request().priority();
    if (!snapshot.queue().mayHoldHigherThan(priority)) {
      return;
    }
    var order = new Order(snapshot.queue(), accounts);
    Lane.Entry entry = order.next();
    while (entry != null && entry.request().number() != place.request().number()) {
      if (entry.request().priority() > priority) {
        consider(entry, order.account());
      }
      entry = order.next();
    }
    starts.forEach(start -> startedFirst.add(start.request().number()));
  }

  private boolean isOver() {
    return !exhaustive && reservation != null && (shapesLeft == 0 || now.total() == 0);
  }

  private void consider(Lane.Entry entry, Account account) {
    Request request = entry.request();
    if (!isEligible(request)) {
      return;
    }
    Packing packing = packing(entry.shape());
    int charge = packing.charge();
    long end = snapshot.now() + request.walltime();
    if (!account.hasRoom(charge)) {
      keepForQuota(request, packing, account, charge);
    } else if (!account.keepsPromise(charge, end)) {
      anyWaits = true;
    } else if (!mayFit(entry.shape(), end) || !start(entry, packing, account, charge, end)) {
      keepForGpus(request, packing, account, charge);
    }
  }

  boolean isEligible(Request request) {
    return !request.held()
        && request.notBefore() <= snapshot.now()
        && (!request.isLimitedByArray() || ofArray(request.array()) < request.maxParallel());
  }

  int ofArray(String array) {
    return snapshot.running().ofArray(array) + startedOfArray.getOrDefault(array, 0);
  }

  Packing packing(int shape) {
    if (packings[shape] == null) {
      packings[shape] = new Packing(inventory, snapshot.queue().shape(shape));
    }
    return packings[shape];
  }

  /**
   * The promised job keeps its reservation also while jobs of its own project, which end in time,
   * have filled the quota.
   */
  private void keepForQuota(Request request, Packing packing, Account account, int charge) {
    anyWaits = true;
    if (account.firstKept() != null) {
      return;
    }
    Outlook outlook = outlook();
    account.promise(request, charge, outlook);
    boolean promised =
        snapshot.promised().filter(job -> job.number() == request.number()).isPresent();
    if (promised && reservation == null && account.firstKept() != null) {
      outlook
          .earliest(packing, now, held, account.promisedAt())
          .ifPresent(fit -> reserve(request, fit));
    }
  }

  /** What is offered only shrinks during a pass: what did not fit will not fit later. */
  private boolean mayFit(int shape, long end) {
    return !failedNow[shape] && (endsInTime(end) || !failedBeyond[shape]);
  }

  private boolean endsInTime(long end) {
    return reservation == null || end <= reservation.at();
  }

  private boolean start(Lane.Entry entry, Packing packing, Account account, int charge, long end) {
    boolean inTime = endsInTime(end);
    List<Share> chosen = packing.choose(inTime ? now : beyond);
    if (chosen.isEmpty()) {
      noteFailure(entry.shape(), inTime);
      return false;
    }
    Request request = entry.request();
    starts.add(new Start(request, chosen, anyWaits));
    countForArray(request);
    account.take(charge, end);
    for (Share share : chosen) {
      held[share.node()] += share.held();
      if (!inTime) {
        spare[share.node()] -= share.held();
      }
      refresh(share.node());
    }
    return true;
  }

  /** A job that GPUs are set aside for takes its array's place already. */
  private void countForArray(Request request) {
    if (request.isLimitedByArray()) {
      startedOfArray.merge(request.array(), 1, Integer::sum);
    }
  }

  private void noteFailure(int shape, boolean inTime) {
    failedNow[shape] |= inTime;
    failedBeyond[shape] |= !inTime;
    boolean noneEndsInTime =
        failedBeyond[shape]
            && snapshot.now() + snapshot.queue().shortestWalltime(shape) > reservation.at();
    if (!isOut[shape] && (failedNow[shape] || noneEndsInTime)) {
      isOut[shape] = true;
      shapesLeft--;
    }
  }

  /**
   * Only the first job gets a reservation, and none whose project has set room aside for another:
   * it might not be allowed to start when its time comes.
   */
  private void keepForGpus(Request request, Packing packing, Account account, int charge) {
    anyWaits = true;
    if (reservation != null || account.firstKept() != null) {
      return;
    }
    Outlook outlook = outlook();
    outlook
        .earliest(packing, now, held, snapshot.now())
        .ifPresent(
            fit -> {
              reserve(request, fit);
              account.promise(request, charge, fit.at(), outlook);
            });
  }

  private void reserve(Request request, Outlook.Fit fit) {
    reservation = new Reservation(request, fit.at(), fit.shares());
    countForArray(request);
    spare = new int[held.length];
    for (int node = 0; node < spare.length; node++) {
      spare[node] = fit.offer().of(node);
    }
    for (Share share : fit.shares()) {
      spare[share.node()] -= share.held();
    }
    beyond = Offer.nothing(inventory);
    for (int node = 0; node < spare.length; node++) {
      refresh(node);
    }
  }

  private void refresh(int node) {
    int usable = inventory.usable(node);
    int free = Math.max(0, usable - held[node]);
    boolean unused = held[node] == 0;
    now.set(node, free, unused);
    if (beyond != null) {
      int left = Math.max(0, Math.min(free, spare[node]));
      beyond.set(node, left, unused && left == usable);
    }
  }

  Outlook outlook() {
    return new Outlook(snapshot, policy, starts);
  }

  Offer now() {
    return now;
  }

  /** What may be had for longer than until the reservation; all there is where there is none. */
  Offer beyond() {
    return beyond == null ? now : beyond;
  }

  Account account(String project) {
    return accounts.of(project);
  }

  int[] held() {
    return held;
  }
}
