package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.gpurma.service.job.JobId;

/** Runs a workload through the scheduler in virtual time, and has every decision audited. */
final class Simulation {
  /** A job and how long it really runs, in milliseconds; no longer than its walltime. */
  record Task(Request request, long runtime) {}

  /** So many GPUs of a node are out of service from that time on. */
  record Outage(long at, int node, int unusable) {}

  /** What came of it. Times spent deciding are of the processor, in nanoseconds. */
  record Result(
      Map<JobId, Long> starts, int looks, long decidingNanos, long longestNanos, long end) {
    double placementsPerSecond() {
      return starts.size() * 1e9 / decidingNanos;
    }
  }

  private sealed interface Event {
    record Arrival(Task task) implements Event {}

    record End(Running job) implements Event {}

    record Changed(Outage outage) implements Event {}

    /** A time at which a job may start that could not before. */
    record WakeUp() implements Event {}
  }

  private record Timed(long at, long order, Event event) {}

  private final Policy policy;
  private final Optional<Auditor> auditor;
  private final PriorityQueue<Timed> events =
      new PriorityQueue<>(Comparator.comparingLong(Timed::at).thenComparingLong(Timed::order));
  private final Map<JobId, Task> tasks = new HashMap<>();
  private final Map<JobId, Long> starts = new HashMap<>();
  private Snapshot snapshot;
  private long scheduled;
  private int looks;
  private long decidingNanos;
  private long longestNanos;

  Simulation(Inventory inventory, Projects projects, Policy policy) {
    this(inventory, projects, policy, Optional.of(new Auditor(inventory, projects)));
  }

  private Simulation(
      Inventory inventory, Projects projects, Policy policy, Optional<Auditor> auditor) {
    this.policy = policy;
    this.snapshot = Snapshot.of(0, inventory, projects, policy);
    this.auditor = auditor;
  }

  /** For benchmarks. */
  static Simulation unaudited(Inventory inventory, Projects projects, Policy policy) {
    return new Simulation(inventory, projects, policy, Optional.empty());
  }

  Simulation with(List<Task> workload) {
    for (Task task : workload) {
      tasks.put(task.request().job(), task);
      schedule(task.request().submittedAt(), new Event.Arrival(task));
    }
    return this;
  }

  Simulation withOutages(List<Outage> outages) {
    outages.forEach(outage -> schedule(outage.at(), new Event.Changed(outage)));
    return this;
  }

  private void schedule(long at, Event event) {
    events.add(new Timed(at, scheduled++, event));
  }

  /** Until nothing happens any more. */
  Result run() {
    while (!events.isEmpty()) {
      long now = events.element().at();
      snapshot = snapshot.at(now);
      List<Request> arrived = new ArrayList<>();
      List<Running> ended = new ArrayList<>();
      while (!events.isEmpty() && events.element().at() == now) {
        take(events.remove().event(), arrived, ended);
      }
      snapshot =
          snapshot.with(snapshot.running().without(ended)).with(snapshot.queue().with(arrived));
      look();
    }
    return new Result(starts, looks, decidingNanos, longestNanos, snapshot.now());
  }

  private void take(Event event, List<Request> arrived, List<Running> ended) {
    switch (event) {
      case Event.Arrival arrival -> {
        arrived.add(arrival.task().request());
        auditor.ifPresent(audit -> audit.arrived(arrival.task().request()));
        if (arrival.task().request().notBefore() > snapshot.now()) {
          schedule(arrival.task().request().notBefore(), new Event.WakeUp());
        }
      }
      case Event.End end -> {
        ended.add(end.job());
        auditor.ifPresent(audit -> audit.ended(end.job()));
      }
      case Event.Changed changed -> {
        Outage outage = changed.outage();
        snapshot = snapshot.with(snapshot.inventory().with(outage.node(), outage.unusable()));
        auditor.ifPresent(audit -> audit.changed(snapshot.inventory()));
      }
      case Event.WakeUp _ -> {}
    }
  }

  private void look() {
    Snapshot before = snapshot;
    long begin = CpuTime.nanos();
    Decisions decisions = Scheduler.decide(snapshot, policy);
    Snapshot after = snapshot.after(decisions);
    long took = CpuTime.nanos() - begin;
    looks++;
    decidingNanos += took;
    longestNanos = Math.max(longestNanos, took);
    auditor.ifPresent(audit -> audit.audit(before, decisions));
    snapshot = after;
    for (Start start : decisions.starts()) {
      starts.put(start.request().job(), snapshot.now());
      Running running = start.running(snapshot.now());
      long runtime = tasks.get(start.request().job()).runtime();
      schedule(snapshot.now() + runtime, new Event.End(running));
    }
  }

  Snapshot snapshot() {
    return snapshot;
  }
}
