package org.gpurma.service.scheduling;

import java.util.Arrays;
import java.util.List;
import org.gpurma.service.job.JobId;

/** Small situations, built up a job at a time. Times are in minutes. */
final class Cases {
  static final Policy POLICY = Policy.DEFAULT;

  private long number;
  private Snapshot snapshot;

  Cases(Inventory inventory, Project... projects) {
    snapshot =
        Snapshot.of(100 * Workload.MINUTE, inventory, Projects.of(Arrays.asList(projects)), POLICY);
  }

  static Cases on(int nodes, int gpus, Project... projects) {
    return new Cases(Workload.uniform(nodes, gpus), projects);
  }

  static Project quota(String name, int gpus) {
    return new Project(name, 1, gpus, 0);
  }

  static long minutes(long count) {
    return count * Workload.MINUTE;
  }

  Request request(String name, String project, int priority, Shape shape, long walltime) {
    number++;
    return Request.of(
        JobId.of(name, number), number, project, priority, number, minutes(walltime), shape);
  }

  Request waits(String name, int gpus, long walltime) {
    return waits(request(name, "p", 0, Shape.of(gpus), walltime));
  }

  Request waits(Request request) {
    snapshot = snapshot.with(snapshot.queue().with(List.of(request)));
    return request;
  }

  /** It ends in so many minutes. */
  void runs(String name, int node, int gpus, long left) {
    runs(name, "p", node, gpus, left);
  }

  void runs(String name, String project, int node, int gpus, long left) {
    number++;
    var job =
        new Running(
            JobId.of(name, number),
            project,
            "",
            snapshot.now() + minutes(left),
            List.of(Share.of(node, gpus)));
    snapshot = snapshot.with(snapshot.running().with(List.of(job)));
  }

  Inventory inventory() {
    return snapshot.inventory();
  }

  Decisions decide() {
    return Scheduler.decide(snapshot, POLICY);
  }

  /** Names of the jobs that start, in that order. */
  List<String> starts() {
    return decide().starts().stream().map(start -> name(start.request())).toList();
  }

  static String name(Request request) {
    return request.job().value().replaceFirst("-\\d+$", "");
  }

  Explanation explain(Request request) {
    return Explainer.of(snapshot, POLICY, 100).explain(request);
  }

  long in(long minutes) {
    return snapshot.now() + minutes(minutes);
  }

  Snapshot snapshot() {
    return snapshot;
  }

  void carryOut() {
    snapshot = snapshot.after(decide());
  }
}
