package org.gpurma.service.lifecycle;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.gpurma.service.allocation.Allocation;
import org.gpurma.service.allocation.Allocator;
import org.gpurma.service.allocation.HeldGpus;
import org.gpurma.service.job.Attempt;
import org.gpurma.service.job.AttemptStore;
import org.gpurma.service.job.Job;
import org.gpurma.service.job.JobId;
import org.gpurma.service.job.JobStore;
import org.gpurma.service.joblog.Channel;
import org.gpurma.service.joblog.JobLogs;
import org.gpurma.service.jobspec.JobSpec;
import org.gpurma.service.jobspec.JobSpecs;
import org.gpurma.service.placement.PlacementResult;
import org.gpurma.service.placement.ProcessPlacement;
import org.gpurma.service.runfolder.RunFolders;
import org.springframework.transaction.support.TransactionTemplate;

/** Gives a job the GPUs that it is to run on: all of it is stored, or nothing. */
public final class Beginnings {
  private final JobStore jobs;
  private final AttemptStore attempts;
  private final HeldGpus heldGpus;
  private final Allocator allocator;
  private final JobSpecs specs;
  private final JobLogs logs;
  private final RunFolders folders;
  private final TransactionTemplate transaction;
  private final SecureRandom random = new SecureRandom();

  public Beginnings(
      JobStore jobs,
      AttemptStore attempts,
      HeldGpus heldGpus,
      Allocator allocator,
      JobSpecs specs,
      JobLogs logs,
      RunFolders folders,
      TransactionTemplate transaction) {
    this.jobs = jobs;
    this.attempts = attempts;
    this.heldGpus = heldGpus;
    this.allocator = allocator;
    this.specs = specs;
    this.logs = logs;
    this.folders = folders;
    this.transaction = transaction;
  }

  sealed interface Result {}

  record Begun(AttemptWork work) implements Result {}

  /** The job does not wait any more. */
  record Gone() implements Result {}

  record NoRoom(List<String> reasons) implements Result {}

  /**
   * @param nodes those that the scheduler has chosen
   */
  Result begin(JobId id, Collection<String> nodes) {
    JobSpec spec = specs.bind(jobs.spec(id));
    return switch (allocator.place(spec, nodes)) {
      case PlacementResult.NoRoom noRoom -> new NoRoom(noRoom.reasons());
      case PlacementResult.Placed placed -> {
        var allocation = new Allocation(placed.placement().processes());
        yield store(id, allocation)
            ? begun(id, spec, allocation, placed.placement().explanation())
            : new Gone();
      }
    };
  }

  private boolean store(JobId id, Allocation allocation) {
    return Boolean.TRUE.equals(
        transaction.execute(
            status -> {
              Instant now = Instant.now();
              if (!jobs.begin(id, now)) {
                status.setRollbackOnly();
                return false;
              }
              var attempt =
                  Attempt.begin(jobs.get(id).attempt(), token(), UUID.randomUUID().toString(), now);
              heldGpus.hold(attempt.id(), allocation);
              attempts.create(attempt);
              return true;
            }));
  }

  private Begun begun(JobId id, JobSpec spec, Allocation allocation, List<String> explanation) {
    Job job = jobs.get(id);
    Attempt attempt = attempts.find(job.attempt()).orElseThrow();
    AttemptWork work = resumed(job, spec, attempt, allocation);
    work.log().writeLines(Channel.SERVICE, explanation);
    return new Begun(work);
  }

  AttemptWork resumed(Job job, JobSpec spec, Attempt attempt, Allocation allocation) {
    return new AttemptWork(
        job, spec, attempt, allocation, folders.attempt(attempt.id()), logs.of(attempt.id()));
  }

  private String token() {
    byte[] bytes = new byte[24];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** What the scheduler has to know of it. */
  static SchedulingBook.Grant grant(AttemptWork work, Duration grace) {
    Map<String, Integer> gpusOn =
        work.placements().stream()
            .map(ProcessPlacement::node)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.summingInt(_ -> 1)));
    Job job = work.job();
    Instant end = work.walltimeEnd().plus(grace);
    return new SchedulingBook.Grant(
        job.id(),
        job.project(),
        job.array() == null ? "" : job.array().id().value(),
        end.toEpochMilli(),
        work.spec().resources().exclusive(),
        gpusOn);
  }
}
