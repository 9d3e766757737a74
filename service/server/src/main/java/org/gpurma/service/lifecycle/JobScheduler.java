package org.gpurma.service.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.gpurma.service.allocation.Allocation;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.GpuKind;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.JobState;
import org.gpurma.service.job.PastUse;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.scheduling.Decisions;
import org.gpurma.service.scheduling.Inventory;
import org.gpurma.service.scheduling.Policy;
import org.gpurma.service.scheduling.Request;
import org.gpurma.service.scheduling.Scheduler;
import org.gpurma.service.scheduling.Snapshot;
import org.gpurma.service.scheduling.Start;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the scheduler decide whenever something has changed, and carries out what it decides. What is
 * stored of a job comes first; the book in memory follows.
 */
public final class JobScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(JobScheduler.class);

  /** Changes that come within it are looked at together. */
  private static final long PAUSE_MILLIS = 5;

  private static final long LONGEST_REST_MILLIS = 30_000;
  private static final long AFTER_AN_ERROR_MILLIS = 1_000;
  private static final int USE_COUNTS_FOR_HALF_LIVES = 8;

  private final SchedulerTools scheduling;
  private final Cluster cluster;
  private final AttemptTools tools;
  private final Beginnings beginnings;
  private final JobEnds ends;
  private final Policy policy;
  private final SchedulingBook book;
  private final UsageMeter usage;
  private final ProjectBook projects;
  private final Map<JobId, AttemptRun> runs = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Request> arrived = new ConcurrentLinkedQueue<>();
  private final Semaphore changes = new Semaphore(0);
  private final ReentrantLock lock = new ReentrantLock();
  private final Explanations explanations;
  private volatile boolean stopped;

  public JobScheduler(
      SchedulerTools scheduling,
      Cluster cluster,
      AttemptTools tools,
      Beginnings beginnings,
      JobEnds ends) {
    this.scheduling = scheduling;
    this.cluster = cluster;
    this.tools = tools;
    this.beginnings = beginnings;
    this.ends = ends;
    this.policy = scheduling.policy();
    this.book = new SchedulingBook(policy);
    this.usage = new UsageMeter(scheduling.settings().halfLife());
    this.projects = new ProjectBook(scheduling.settings(), usage);
    this.explanations = new Explanations(this::snapshot, policy);
  }

  /** Goes on where the last run of the service ended. */
  public void start() {
    long now = System.currentTimeMillis();
    locked(
        () -> {
          Instant since =
              Instant.now()
                  .minus(scheduling.settings().halfLife().multipliedBy(USE_COUNTS_FOR_HALF_LIVES));
          for (PastUse past : tools.attempts().usedSince(since)) {
            usage.past(past, now);
          }
          book.cluster(scheduling.view().inventory());
          List<Request> waiting = new ArrayList<>();
          for (Job job : tools.jobs().open()) {
            if (job.state() instanceof JobState.Queued) {
              waiting.add(request(job));
            } else {
              resume(job);
            }
          }
          book.add(waiting);
        });
    Thread.ofVirtual().name("scheduler").start(this::lookUntilStopped);
  }

  private Request request(Job job) {
    return Requests.of(job, spec(job), scheduling.view().kind());
  }

  private JobSpec spec(Job job) {
    return scheduling.specs().bind(tools.jobs().spec(job.id()));
  }

  private void resume(Job job) {
    Optional<Attempt> attempt = tools.attempts().find(job.attempt());
    Optional<Allocation> allocation = scheduling.heldGpus().of(job.attempt(), cluster);
    JobSpec spec = spec(job);
    if (attempt.isPresent() && allocation.isPresent()) {
      run(beginnings.resumed(job, spec, attempt.get(), allocation.get()));
    } else {
      ends.lost(job, spec, "the GPUs it held are no longer part of this cluster")
          .ifPresent(_ -> arrived.add(request(tools.jobs().get(job.id()))));
    }
  }

  /** A job that is stored stands in line from now on. */
  public void submitted(Job job, JobSpec spec) {
    tools.jobMetrics().entered(job.state());
    arrived.add(Requests.of(job, spec, scheduling.view().kind()));
    schedule();
  }

  /** Something has changed; the queue is looked at soon. */
  public void schedule() {
    changes.release();
  }

  private void lookUntilStopped() {
    try {
      while (!stopped) {
        long rest = look();
        var _ = changes.tryAcquire(rest, TimeUnit.MILLISECONDS);
        Thread.sleep(PAUSE_MILLIS);
        changes.drainPermits();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns after how many milliseconds to look again if nothing has changed by then. */
  private long look() {
    lock.lock();
    try {
      long now = System.currentTimeMillis();
      long began = System.nanoTime();
      takeIn();
      book.cluster(scheduling.view().inventory());
      Snapshot snapshot = book.snapshot(now, projects.projects(now));
      int waiting = book.waiting();
      Decisions decisions = Scheduler.decide(snapshot, policy);
      book.decided(decisions);
      List<Request> refused = begin(decisions, snapshot.inventory());
      if (!refused.isEmpty()) {
        beginOthers(refused, now);
      }
      scheduling
          .metrics()
          .passed(
              Duration.ofNanos(System.nanoTime() - began),
              snapshot.queue().size(),
              waiting - book.waiting());
      OptionalLong wakeUp = book.nextWakeUp(now);
      return Math.min(LONGEST_REST_MILLIS, wakeUp.orElse(Long.MAX_VALUE) - now);
    } catch (RuntimeException e) {
      if (!stopped) {
        LOG.error("the queue could not be looked at; it is tried again", e);
      }
      return AFTER_AN_ERROR_MILLIS;
    } finally {
      lock.unlock();
    }
  }

  /** Returns those that the chosen nodes had no room for in the end. */
  private List<Request> begin(Decisions decisions, Inventory inventory) {
    List<Request> refused = new ArrayList<>();
    for (Start start : decisions.starts()) {
      if (!stopped && !begin(start, inventory)) {
        refused.add(start.request());
      }
    }
    return refused;
  }

  /** What was set aside for jobs that could not have it is for those behind them. */
  private void beginOthers(List<Request> refused, long now) {
    Snapshot snapshot = book.snapshot(now, projects.projects(now));
    Snapshot others = snapshot.with(snapshot.queue().without(refused));
    begin(Scheduler.decide(others, policy), snapshot.inventory());
  }

  private void takeIn() {
    List<Request> fresh = new ArrayList<>();
    Request request = arrived.poll();
    while (request != null) {
      fresh.add(request);
      request = arrived.poll();
    }
    book.add(fresh);
  }

  /** False where there is no room. */
  private boolean begin(Start start, Inventory inventory) {
    Request request = start.request();
    List<String> nodes =
        start.shares().stream().map(share -> inventory.node(share.node()).name()).toList();
    return switch (beginnings.begin(request.job(), nodes)) {
      case Beginnings.Begun begun -> {
        book.remove(request.job());
        explanations.forget(request.job());
        tools.jobMetrics().entered(new JobState.Compiling());
        run(begun.work());
        yield true;
      }
      case Beginnings.Gone _ -> {
        book.remove(request.job());
        yield true;
      }
      case Beginnings.NoRoom noRoom -> {
        explanations.refused(request.job(), noRoom.reasons());
        yield false;
      }
    };
  }

  private void run(AttemptWork work) {
    SchedulingBook.Grant grant = Beginnings.grant(work, tools.settings().launch().grace());
    book.granted(grant);
    usage.holds(grant.project(), grant.gpus(), System.currentTimeMillis());
    var run = new AttemptRun(work, tools);
    runs.put(work.job().id(), run);
    Thread.ofVirtual().name("job " + work.job().id()).start(() -> runToEnd(work, run));
  }

  private void runToEnd(AttemptWork work, AttemptRun run) {
    AttemptEnd end = run.toItsEnd(ends, () -> stopped);
    if (end instanceof AttemptEnd.LetGo) {
      return;
    }
    JobId id = work.job().id();
    locked(
        () -> {
          runs.remove(id);
          long now = System.currentTimeMillis();
          book.released(id).ifPresent(grant -> usage.holds(grant.project(), -grant.gpus(), now));
          if (end instanceof AttemptEnd.Retried) {
            tools.jobMetrics().entered(new JobState.Queued());
            arrived.add(request(tools.jobs().get(id)));
          }
        });
    schedule();
  }

  /** Cancels a job that has not ended; it is over when its state says so. */
  public void cancel(Job job) {
    tools.jobs().requestCancel(job.id());
    boolean ended =
        locked(
            () -> {
              boolean waits = tools.jobs().get(job.id()).state() instanceof JobState.Queued;
              if (waits) {
                ends.cancelQueued(tools.jobs().get(job.id()));
                takeIn();
                book.remove(job.id());
              }
              return waits;
            });
    if (ended) {
      explanations.forget(job.id());
      schedule();
    } else {
      Optional.ofNullable(runs.get(job.id())).ifPresent(AttemptRun::cancel);
    }
  }

  /** False where the job does not wait any more. */
  public boolean hold(JobId id, boolean held) {
    boolean waits =
        locked(
            () -> {
              boolean queued = tools.jobs().get(id).state() instanceof JobState.Queued;
              if (queued && tools.jobs().hold(id, held)) {
                takeIn();
                book.remove(id).ifPresent(request -> book.add(List.of(request.held(held))));
              }
              return queued;
            });
    schedule();
    return waits;
  }

  /** Makes another attempt at a job that failed or was cancelled; false where it did not. */
  public boolean retry(Job job) {
    boolean retried =
        tools.jobs().retry(job.id(), job.state(), null, null, "tried again by its user");
    if (retried) {
      tools.jobMetrics().entered(new JobState.Queued());
      arrived.add(request(tools.jobs().get(job.id())));
      schedule();
    }
    return retried;
  }

  /** Why a job waits, as things were a moment ago. */
  public Waiting explain(Job job) {
    Optional<Request> known = locked(() -> book.waiting(job.id()));
    return explanations.explain(known.orElseGet(() -> request(job)));
  }

  /** What would become of a job if it were submitted now. */
  public Waiting explainPlanned(JobSpec spec) {
    GpuKind kind = scheduling.view().kind();
    return explanations.explain(Requests.planned(spec, kind, System.currentTimeMillis()));
  }

  private Snapshot snapshot() {
    return locked(
        () -> {
          long now = System.currentTimeMillis();
          takeIn();
          book.cluster(scheduling.view().inventory());
          return book.snapshot(now, projects.projects(now));
        });
  }

  private void locked(Runnable action) {
    locked(
        () -> {
          action.run();
          return true;
        });
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  /** Lets go of all jobs without ending them. */
  public void stop() {
    stopped = true;
    changes.release();
    locked(() -> runs.values().forEach(AttemptRun::detach));
  }
}
