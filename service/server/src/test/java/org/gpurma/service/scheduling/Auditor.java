package org.gpurma.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.gpurma.service.job.JobId;

/**
 * Holds every decision against the rules, with books of its own: it shares no code with the
 * scheduler.
 */
final class Auditor {
  private final Projects projects;
  private Inventory inventory;
  private Map<String, List<Integer>> largestFirst;
  private final Map<JobId, Request> waiting = new HashMap<>();
  private final Map<JobId, Request> running = new HashMap<>();
  private final int[] held;
  private final Map<Integer, Set<JobId>> jobsOf = new HashMap<>();
  private final Set<JobId> exclusive = new HashSet<>();
  private final Map<String, Integer> heldBy = new HashMap<>();
  private Optional<Reservation> promise = Optional.empty();
  private boolean undisturbed = true;

  Auditor(Inventory inventory, Projects projects) {
    this.inventory = inventory;
    this.projects = projects;
    this.held = new int[inventory.nodes().size()];
    this.largestFirst = largestFirst(inventory);
  }

  void arrived(Request request) {
    waiting.put(request.job(), request);
  }

  void changed(Inventory now) {
    inventory = now;
    largestFirst = largestFirst(now);
    undisturbed = false;
  }

  void ended(Running job) {
    for (Share share : job.shares()) {
      held[share.node()] -= share.held();
      jobsOf.get(share.node()).remove(job.job());
    }
    heldBy.merge(job.project(), -job.held(), Integer::sum);
    exclusive.remove(job.job());
    running.remove(job.job());
  }

  void audit(Snapshot before, Decisions decisions) {
    decisions.starts().forEach(start -> begin(before.now(), start));
    auditPromise(before.now(), decisions);
  }

  private void begin(long now, Start start) {
    Request request = start.request();
    assertThat(waiting.remove(request.job())).as("%s waits", request.job()).isNotNull();
    assertThat(request.held()).as("%s is held", request.job()).isFalse();
    assertThat(request.notBefore()).as("%s may start", request.job()).isLessThanOrEqualTo(now);
    running.put(request.job(), request);
    auditGang(start);
    for (Share share : start.shares()) {
      grant(request, share);
    }
    auditQuota(request, start);
    auditArray(request);
  }

  private void auditGang(Start start) {
    Shape shape = start.request().shape();
    JobId job = start.request().job();
    assertThat(start.shares().stream().mapToInt(Share::gpus).sum())
        .as("all GPUs of %s", job)
        .isEqualTo(shape.gpus());
    assertThat(start.shares())
        .extracting(Share::node)
        .as("nodes of %s", job)
        .doesNotHaveDuplicates();
    assertThat(start.shares())
        .extracting(share -> kind(share.node()))
        .containsOnly(kind(start.shares().getFirst().node()));
    if (shape.nodes() > 0) {
      assertThat(start.shares()).as("nodes of %s", job).hasSize(shape.nodes());
      assertThat(start.shares()).extracting(Share::gpus).containsOnly(shape.gpus() / shape.nodes());
    } else {
      assertThat(start.shares().size())
          .as("%s lies on no more nodes than it must", job)
          .isLessThanOrEqualTo(fewestNodes(shape, kind(start.shares().getFirst().node())));
    }
  }

  private String kind(int node) {
    return kind(inventory.node(node));
  }

  private static String kind(Inventory.Node node) {
    return node.model() + "/" + node.memoryMiB();
  }

  private int fewestNodes(Shape shape, String kind) {
    int left = shape.gpus();
    int nodes = 0;
    for (Iterator<Integer> sizes = largestFirst.get(kind).iterator();
        left > 0 && sizes.hasNext();
        nodes++) {
      left -= sizes.next();
    }
    return nodes;
  }

  /** The GPUs of every node that can be used, by kind of node. */
  private static Map<String, List<Integer>> largestFirst(Inventory inventory) {
    return inventory.nodes().stream()
        .sorted(Comparator.comparingInt(Auditor::usable).reversed())
        .collect(
            Collectors.groupingBy(
                Auditor::kind, Collectors.mapping(Auditor::usable, Collectors.toList())));
  }

  private static int usable(Inventory.Node node) {
    return node.gpus() - node.unusable();
  }

  private void grant(Request request, Share share) {
    Inventory.Node node = inventory.node(share.node());
    held[share.node()] += share.held();
    int others = held[share.node()] - share.held();
    assertThat(others + share.gpus())
        .as("GPUs used on %s by %s and others", node.name(), request.job())
        .isLessThanOrEqualTo(usable(node));
    assertThat(share.held()).isGreaterThanOrEqualTo(share.gpus());
    assertThat(node.memoryMiB()).isGreaterThanOrEqualTo(request.shape().wish().memoryMiB());
    assertThat(node.model()).contains(request.shape().wish().model());
    Set<JobId> jobs = jobsOf.computeIfAbsent(share.node(), _ -> new HashSet<>());
    jobs.add(request.job());
    if (request.shape().exclusive()) {
      exclusive.add(request.job());
    }
    assertThat(jobs.size() == 1 || jobs.stream().noneMatch(exclusive::contains))
        .as("no job of %s has it for itself: %s", node.name(), jobs)
        .isTrue();
  }

  private void auditQuota(Request request, Start start) {
    int charge = start.shares().stream().mapToInt(Share::held).sum();
    int now = heldBy.merge(request.project(), charge, Integer::sum);
    int limit = projects.get(request.project()).maxGpus();
    assertThat(limit == 0 || now <= limit)
        .as("%s holds %d GPUs of %d", request.project(), now, limit)
        .isTrue();
  }

  private void auditArray(Request request) {
    if (request.maxParallel() > 0) {
      long parallel =
          running.values().stream().filter(job -> job.array().equals(request.array())).count();
      assertThat(parallel).isLessThanOrEqualTo(request.maxParallel());
    }
  }

  /**
   * What was promised is kept: the job starts by then, or waits with a promise that is no later;
   * only a job of a higher priority may take its place.
   */
  private void auditPromise(long now, Decisions decisions) {
    if (promise.isPresent() && undisturbed && !isDisplaced(promise.get(), decisions)) {
      Reservation last = promise.get();
      JobId job = last.request().job();
      if (waiting.containsKey(job)) {
        Reservation next = decisions.reservation().orElseThrow();
        if (next.request().job().equals(job)) {
          assertThat(now).as("%s should have started", job).isLessThan(last.at());
          assertThat(next.at()).as("start of %s", job).isLessThanOrEqualTo(last.at());
        } else {
          assertThat(next.request().priority()).isGreaterThan(last.request().priority());
        }
      }
    }
    decisions
        .reservation()
        .ifPresent(kept -> assertThat(kept.at()).as("a reservation").isGreaterThan(now));
    promise = decisions.reservation();
    undisturbed = true;
  }

  private boolean isDisplaced(Reservation promise, Decisions decisions) {
    Request promised = promise.request();
    boolean overtaken =
        decisions.starts().stream()
            .anyMatch(start -> start.request().priority() > promised.priority());
    boolean quotaGoesToAnother =
        projects.get(promised.project()).maxGpus() > 0
            && waiting.values().stream()
                .filter(other -> other.project().equals(promised.project()))
                .anyMatch(other -> other.priority() > promised.priority());
    return overtaken || quotaGoesToAnother;
  }
}
