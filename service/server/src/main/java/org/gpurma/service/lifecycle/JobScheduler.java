package org.gpurma.service.lifecycle;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.gpurma.service.allocation.Allocation;
import org.gpurma.service.allocation.Allocator;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.JobState;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.placement.PlacementResult;
import org.gpurma.service.runfolder.RunFolders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/** Gives GPUs to jobs in the order of their submission, and runs them. */
public final class JobScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(JobScheduler.class);

  private final Cluster cluster;
  private final HeldGpus heldGpus;
  private final Allocator allocator;
  private final JobSpecs specs;
  private final JobLogs logs;
  private final RunFolders folders;
  private final TransactionTemplate transaction;
  private final AttemptTools tools;
  private final JobEnds ends;
  private final Map<JobId, AttemptRun> runs = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean stopped;

  public JobScheduler(
      Cluster cluster,
      HeldGpus heldGpus,
      Allocator allocator,
      JobSpecs specs,
      JobLogs logs,
      RunFolders folders,
      TransactionTemplate transaction,
      AttemptTools tools,
      JobEnds ends) {
    this.cluster = cluster;
    this.heldGpus = heldGpus;
    this.allocator = allocator;
    this.specs = specs;
    this.logs = logs;
    this.folders = folders;
    this.transaction = transaction;
    this.tools = tools;
    this.ends = ends;
  }

  /** Goes on where the last run of the service ended. */
  public void start() {
    for (Job job : tools.jobs().open()) {
      if (!(job.state() instanceof JobState.Queued)) {
        resume(job);
      }
    }
    schedule();
  }

  private void resume(Job job) {
    Optional<Attempt> attempt = tools.attempts().find(job.attempt());
    Optional<Allocation> allocation = heldGpus.of(job.attempt(), cluster);
    if (attempt.isPresent() && allocation.isPresent()) {
      run(job, attempt.get(), allocation.get());
    } else {
      ends.lost(job, "the GPUs it held are no longer part of this cluster");
    }
  }

  /** First come, first served: a job that must wait is not overtaken. */
  public void schedule() {
    lock.lock();
    try {
      for (Job job : tools.jobs().open()) {
        if (stopped || (job.state() instanceof JobState.Queued && !begin(job))) {
          return;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean begin(Job job) {
    JobSpec spec = specs.bind(job.spec());
    int wanted = spec.resources().gpus();
    if (wanted > cluster.gpuCount()) {
      ends.lost(job, "it asks for " + wanted + " GPUs, and this cluster has no longer so many");
      return true;
    }
    if (!(allocator.place(spec.resources()) instanceof PlacementResult.Placed placed)) {
      return false;
    }
    var allocation = new Allocation(placed.placement().processes());
    var attempt = Attempt.begin(job.attempt(), token(), UUID.randomUUID().toString());
    boolean begun =
        Boolean.TRUE.equals(
            transaction.execute(
                status -> beginStored(job, attempt, allocation, status::setRollbackOnly)));
    if (begun) {
      JobLog log = logs.of(attempt.id());
      placed.placement().explanation().forEach(line -> log.write(Channel.SERVICE, line));
      run(tools.jobs().get(job.id()), attempt, allocation);
    }
    return true;
  }

  private boolean beginStored(Job job, Attempt attempt, Allocation allocation, Runnable rollBack) {
    if (!tools.jobs().move(job.id(), new JobState.Queued(), new JobState.Compiling())) {
      rollBack.run();
      return false;
    }
    heldGpus.hold(attempt.id(), allocation);
    tools.attempts().create(attempt);
    return true;
  }

  private String token() {
    byte[] bytes = new byte[24];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private void run(Job job, Attempt attempt, Allocation allocation) {
    var work =
        new AttemptWork(
            job,
            specs.bind(job.spec()),
            attempt,
            allocation,
            folders.attempt(attempt.id()),
            logs.of(attempt.id()));
    var run = new AttemptRun(work, tools);
    runs.put(job.id(), run);
    Thread.ofVirtual().name("job " + job.id()).start(() -> runToEnd(work, run));
  }

  private void runToEnd(AttemptWork work, AttemptRun run) {
    try {
      JobState end = run.run();
      ends.end(work, run.state(), end);
    } catch (DetachedException _) {
      return;
    } catch (InterruptedException | IOException | RuntimeException e) {
      if (stopped) {
        return;
      }
      LOG.error("{} ended by an error of the service", work.id(), e);
      ends.failedByService(work, e);
    }
    runs.remove(work.job().id());
    schedule();
  }

  /** Cancels a job that has not ended; it is over when its state says so. */
  public void cancel(Job job) {
    tools.jobs().requestCancel(job.id());
    lock.lock();
    try {
      if (tools.jobs().get(job.id()).state() instanceof JobState.Queued) {
        ends.cancelQueued(job);
        schedule();
        return;
      }
    } finally {
      lock.unlock();
    }
    Optional.ofNullable(runs.get(job.id())).ifPresent(AttemptRun::cancel);
  }

  /** Lets go of all jobs without ending them. */
  public void stop() {
    stopped = true;
    runs.values().forEach(AttemptRun::detach);
  }
}
