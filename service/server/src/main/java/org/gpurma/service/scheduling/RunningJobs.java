package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The jobs that have GPUs, the one that should end first at the front. Immutable. */
public final class RunningJobs {
  public static final RunningJobs NONE = new RunningJobs(List.of(), Map.of(), Map.of());

  private static final Comparator<Running> ORDER =
      Comparator.comparingLong(Running::expectedEnd).thenComparing(job -> job.job().value());

  private final List<Running> byEnd;
  private final Map<String, Integer> heldByProject;
  private final Map<String, Integer> countByArray;

  private RunningJobs(
      List<Running> byEnd, Map<String, Integer> heldByProject, Map<String, Integer> countByArray) {
    this.byEnd = byEnd;
    this.heldByProject = heldByProject;
    this.countByArray = countByArray;
  }

  public static RunningJobs of(Collection<Running> jobs) {
    return NONE.with(jobs);
  }

  public RunningJobs with(Collection<Running> begun) {
    if (begun.isEmpty()) {
      return this;
    }
    var all = new ArrayList<Running>(byEnd.size() + begun.size());
    all.addAll(byEnd);
    if (begun.size() > 16) {
      all.addAll(begun);
      all.sort(ORDER);
    } else {
      begun.forEach(job -> all.add(place(all, job), job));
    }
    return recounted(all, begun, 1);
  }

  private static int place(List<Running> jobs, Running job) {
    int found = Collections.binarySearch(jobs, job, ORDER);
    return found < 0 ? -found - 1 : found;
  }

  public RunningJobs without(Collection<Running> ended) {
    if (ended.isEmpty()) {
      return this;
    }
    var left = new ArrayList<>(byEnd);
    for (Running job : ended) {
      int found = Collections.binarySearch(left, job, ORDER);
      if (found < 0) {
        throw new IllegalArgumentException(job.job() + " does not run");
      }
      left.remove(found);
    }
    return recounted(left, ended, -1);
  }

  private RunningJobs recounted(List<Running> jobs, Collection<Running> changed, int sign) {
    var held = new HashMap<>(heldByProject);
    var counts = new HashMap<>(countByArray);
    for (Running job : changed) {
      add(held, job.project(), sign * job.held());
      if (!job.array().isEmpty()) {
        add(counts, job.array(), sign);
      }
    }
    return new RunningJobs(jobs, held, counts);
  }

  private static void add(Map<String, Integer> sums, String name, int amount) {
    sums.merge(name, amount, (left, right) -> left + right == 0 ? null : left + right);
  }

  public List<Running> all() {
    return Collections.unmodifiableList(byEnd);
  }

  int heldBy(String project) {
    return heldByProject.getOrDefault(project, 0);
  }

  Map<String, Integer> heldByProject() {
    return heldByProject;
  }

  int ofArray(String array) {
    return countByArray.getOrDefault(array, 0);
  }

  /** GPUs held on each node. */
  int[] heldOn(int nodes) {
    int[] held = new int[nodes];
    for (Running job : byEnd) {
      for (Share share : job.shares()) {
        held[share.node()] += share.held();
      }
    }
    return held;
  }
}
