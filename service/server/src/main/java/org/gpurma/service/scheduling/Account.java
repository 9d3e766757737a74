package org.gpurma.service.scheduling;

/**
 * What a project holds during a pass, and what it may still take. The first job that its quota
 * keeps waiting has room set aside: no later job of the project that would still run then may take
 * it. Mutable.
 */
final class Account {
  private final Project project;
  private final Fairness fairness;
  private int held;
  private long shift;
  private Request firstKept;
  private long promisedAt = Long.MAX_VALUE;
  private int beyondPromise;

  Account(Project project, int held, Fairness fairness) {
    this.project = project;
    this.fairness = fairness;
    this.held = held;
    this.shift = fairness.shift(project, held);
  }

  /** How much later the project's jobs count as submitted, in milliseconds. */
  long shift() {
    return shift;
  }

  int limit() {
    return project.maxGpus();
  }

  int held() {
    return held;
  }

  /** Whether there is room now, whatever is promised. */
  boolean hasRoom(int gpus) {
    return limit() == 0 || held + gpus <= limit();
  }

  /** Whether a job that ends at that time leaves alone what is promised. */
  boolean keepsPromise(int gpus, long end) {
    return end <= promisedAt || gpus <= beyondPromise;
  }

  void take(int gpus, long end) {
    held += gpus;
    shift = fairness.shift(project, held);
    if (end > promisedAt) {
      beyondPromise -= gpus;
    }
  }

  /** The job for which room is set aside, or null. */
  Request firstKept() {
    return firstKept;
  }

  long promisedAt() {
    return promisedAt;
  }

  /** Sets room aside for the time at which the project's own jobs have made it, if they ever do. */
  void promise(Request request, int gpus, Outlook outlook) {
    outlook
        .quotaTime(project.name(), held, limit() - gpus)
        .ifPresent(at -> promise(request, gpus, at, outlook));
  }

  /** Sets room aside for a given time. */
  void promise(Request request, int gpus, long at, Outlook outlook) {
    if (limit() > 0 && firstKept == null) {
      firstKept = request;
      promisedAt = at;
      beyondPromise = limit() - gpus - outlook.heldAt(project.name(), held, at);
    }
  }
}
