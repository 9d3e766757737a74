package org.gpurma.service.scheduling;

import java.util.List;
import java.util.Optional;

/**
 * All that a decision depends on, at one moment.
 *
 * @param now in milliseconds
 * @param promised the job that the last decision reserved GPUs for; it keeps its place in line
 *     until it starts, unless one of a higher priority comes before it
 */
public record Snapshot(
    long now,
    Inventory inventory,
    RunningJobs running,
    Projects projects,
    Queue queue,
    Optional<Request> promised) {

  public static Snapshot of(long now, Inventory inventory, Projects projects, Policy policy) {
    return new Snapshot(
        now, inventory, RunningJobs.NONE, projects, Queue.empty(policy), Optional.empty());
  }

  public Snapshot at(long time) {
    return new Snapshot(time, inventory, running, projects, queue, promised);
  }

  public Snapshot with(RunningJobs changed) {
    return new Snapshot(now, inventory, changed, projects, queue, promised);
  }

  public Snapshot with(Queue changed) {
    return new Snapshot(
        now, inventory, running, projects, changed, promised.filter(changed::contains));
  }

  public Snapshot with(Inventory changed) {
    return new Snapshot(now, changed, running, projects, queue, promised);
  }

  public Snapshot with(Projects changed) {
    return new Snapshot(now, inventory, running, changed, queue, promised);
  }

  /** As it is once the decisions are carried out. */
  public Snapshot after(Decisions decisions) {
    List<Running> begun = decisions.starts().stream().map(start -> start.running(now)).toList();
    return new Snapshot(
        now,
        inventory,
        running.with(begun),
        projects,
        queue.without(decisions.starts().stream().map(Start::request).toList()),
        decisions.reservation().map(Reservation::request));
  }
}
