package org.gpurma.service.lifecycle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import org.gpurma.service.job.JobId;
import org.gpurma.service.scheduling.Decisions;
import org.gpurma.service.scheduling.Inventory;
import org.gpurma.service.scheduling.Policy;
import org.gpurma.service.scheduling.Projects;
import org.gpurma.service.scheduling.Queue;
import org.gpurma.service.scheduling.Request;
import org.gpurma.service.scheduling.Reservation;
import org.gpurma.service.scheduling.Running;
import org.gpurma.service.scheduling.RunningJobs;
import org.gpurma.service.scheduling.Share;
import org.gpurma.service.scheduling.Snapshot;

/** The waiting and the running jobs in memory, as the scheduler needs them. Not thread-safe. */
final class SchedulingBook {
  /**
   * A job that has GPUs.
   *
   * @param gpusOn how many on which node
   */
  record Grant(
      JobId job,
      String project,
      String array,
      long expectedEnd,
      boolean exclusive,
      Map<String, Integer> gpusOn) {
    int gpus() {
      return gpusOn.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  private final Map<JobId, Request> waiting = new LinkedHashMap<>();
  private final Map<JobId, Grant> grants = new HashMap<>();
  private final PriorityQueue<Long> wakeUps = new PriorityQueue<>();
  private Map<JobId, Running> running = new HashMap<>();
  private Queue queue;
  private RunningJobs runningJobs = RunningJobs.NONE;
  private Inventory inventory = Inventory.of(List.of());
  private Optional<Request> promised = Optional.empty();

  SchedulingBook(Policy policy) {
    this.queue = Queue.empty(policy);
  }

  /** Held jobs are known, but stand in no line. */
  void add(Collection<Request> requests) {
    for (Request request : requests) {
      waiting.put(request.job(), request);
      if (request.notBefore() > 0) {
        wakeUps.add(request.notBefore());
      }
    }
    queue = queue.with(requests.stream().filter(request -> !request.held()).toList());
  }

  Optional<Request> remove(JobId job) {
    Optional<Request> request = Optional.ofNullable(waiting.remove(job));
    request.filter(was -> !was.held()).ifPresent(was -> queue = queue.without(List.of(was)));
    promised = promised.filter(next -> !next.job().equals(job));
    return request;
  }

  /** How many wait, held ones included. */
  int waiting() {
    return waiting.size();
  }

  Optional<Request> waiting(JobId job) {
    return Optional.ofNullable(waiting.get(job));
  }

  void granted(Grant grant) {
    grants.put(grant.job(), grant);
    Running job = running(grant);
    running.put(grant.job(), job);
    runningJobs = runningJobs.with(List.of(job));
  }

  Optional<Grant> released(JobId job) {
    Running was = running.remove(job);
    if (was != null) {
      runningJobs = runningJobs.without(List.of(was));
    }
    return Optional.ofNullable(grants.remove(job));
  }

  /** Where the nodes have changed, running jobs are counted anew. */
  void cluster(Inventory now) {
    if (now.nodes().equals(inventory.nodes())) {
      return;
    }
    inventory = now;
    running = new HashMap<>();
    grants.values().forEach(grant -> running.put(grant.job(), running(grant)));
    runningJobs = RunningJobs.of(running.values());
  }

  private Running running(Grant grant) {
    List<Share> shares = new ArrayList<>();
    for (int i = 0; i < inventory.nodes().size(); i++) {
      Inventory.Node node = inventory.node(i);
      Integer gpus = grant.gpusOn().get(node.name());
      if (gpus != null) {
        shares.add(new Share(i, gpus, grant.exclusive() ? node.gpus() : gpus));
      }
    }
    return new Running(grant.job(), grant.project(), grant.array(), grant.expectedEnd(), shares);
  }

  void decided(Decisions decisions) {
    promised = decisions.reservation().map(Reservation::request);
  }

  Snapshot snapshot(long now, Projects projects) {
    return new Snapshot(
        now, inventory, runningJobs, projects, queue, promised.filter(this::isInLine));
  }

  private boolean isInLine(Request request) {
    return Optional.ofNullable(waiting.get(request.job())).filter(job -> !job.held()).isPresent();
  }

  /** When a job that must not start yet may; in milliseconds. */
  OptionalLong nextWakeUp(long now) {
    while (!wakeUps.isEmpty() && wakeUps.element() <= now) {
      wakeUps.remove();
    }
    return wakeUps.isEmpty() ? OptionalLong.empty() : OptionalLong.of(wakeUps.element());
  }
}
