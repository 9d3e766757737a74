package org.gpurma.service.job;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Stores new jobs: those of many submissions in one transaction. */
public final class JobIntake {
  private static final String INSERT_JOB =
      "insert into job (number, id, name, project, priority, gpus, labels, created_at, state,"
          + " attempt, cancel_requested, held, array_id, array_index, array_size,"
          + " array_parallel, files, notified)"
          + " values (?, ?, ?, ?, ?, ?, ?, ?, 'QUEUED', 1, false, ?, ?, ?, ?, ?, ?, ?)";

  private final JdbcTemplate batch;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final Predicate<JobId> isFree;

  /** What a batch inserts. */
  private static final class Rows {
    private final List<Object[]> jobs = new ArrayList<>();
    private final List<Object[]> specs = new ArrayList<>();
    private final List<Object[]> labels = new ArrayList<>();
    private final List<Object[]> events = new ArrayList<>();
    private final List<Object[]> keys = new ArrayList<>();
    private final List<Object[]> notifications = new ArrayList<>();
  }

  /**
   * @param isFree whether an id may be given to a job; one may be taken by what a lost database has
   *     left behind
   */
  public JobIntake(JdbcTemplate jdbc, TransactionTemplate transaction, Predicate<JobId> isFree) {
    this.batch = jdbc;
    this.jdbc = JdbcClient.create(jdbc);
    this.transaction = transaction;
    this.isFree = isFree;
  }

  /** All of them or none; the jobs of each, in its order. */
  public List<List<Job>> store(List<Intake> intakes) {
    return transaction.execute(_ -> storeAll(intakes));
  }

  private List<List<Job>> storeAll(List<Intake> intakes) {
    long next = jdbc.sql("select next from job_counter for update").query(Long.class).single();
    OffsetDateTime now = JobStore.now();
    var rows = new Rows();
    List<List<Job>> stored = new ArrayList<>();
    for (Intake intake : intakes) {
      List<Job> jobs = number(intake, next, now.toInstant());
      next = jobs.getLast().number() + 1;
      addRows(intake, jobs, now, rows);
      stored.add(jobs);
    }
    jdbc.sql("update job_counter set next = ?").param(next).update();
    insert(rows);
    return stored;
  }

  private List<Job> number(Intake intake, long from, Instant now) {
    List<Job> jobs = new ArrayList<>();
    JobId first = null;
    long number = from;
    for (NewJob fresh : intake.jobs()) {
      JobId id = JobId.of(fresh.name(), number);
      while (!isFree.test(id)) {
        number++;
        id = JobId.of(fresh.name(), number);
      }
      first = first == null ? id : first;
      ArrayPlace place =
          intake.array().isPresent()
              ? new ArrayPlace(first, jobs.size(), intake.jobs().size(), intake.array().getAsInt())
              : null;
      jobs.add(job(fresh, number, id, place, intake.files(), now));
      number++;
    }
    return jobs;
  }

  private static Job job(
      NewJob fresh, long number, JobId id, ArrayPlace place, Optional<String> files, Instant now) {
    return new Job(
        number,
        id,
        fresh.name(),
        fresh.project(),
        fresh.priority(),
        fresh.gpus(),
        fresh.labels(),
        now,
        new JobState.Queued(),
        1,
        false,
        fresh.held(),
        null,
        place,
        files.orElse(null),
        fresh.notified(),
        null,
        null,
        1);
  }

  private static void addRows(Intake intake, List<Job> jobs, OffsetDateTime now, Rows rows) {
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      rows.jobs.add(row(job, now));
      rows.specs.add(new Object[] {job.number(), intake.sent(), intake.jobs().get(i).resolved()});
      for (Map.Entry<String, String> label : job.labels().entrySet()) {
        rows.labels.add(new Object[] {job.number(), label.getKey(), label.getValue()});
      }
      rows.events.add(new Object[] {job.number(), now, EventKind.SUBMITTED.word()});
      for (int target = 0; target < job.notified(); target++) {
        rows.notifications.add(new Object[] {job.number(), target, now});
      }
    }
    intake
        .key()
        .ifPresent(
            key ->
                rows.keys.add(
                    new Object[] {key.value(), key.digest(), jobs.getFirst().number(), now}));
  }

  private static Object[] row(Job job, OffsetDateTime now) {
    ArrayPlace place = job.array();
    return new Object[] {
      job.number(),
      job.id().value(),
      job.name(),
      job.project(),
      job.priority(),
      job.gpus(),
      job.labels().isEmpty() ? "{}" : JsonMapper.shared().writeValueAsString(job.labels()),
      now,
      job.held(),
      place == null ? null : place.id().value(),
      place == null ? null : place.index(),
      place == null ? null : place.size(),
      place == null ? 0 : place.maxParallel(),
      job.files(),
      job.notified()
    };
  }

  private void insert(Rows rows) {
    insert(INSERT_JOB, rows.jobs);
    insert("insert into job_spec (job_number, sent, resolved) values (?, ?, ?)", rows.specs);
    insert("insert into job_label (job_number, name, label) values (?, ?, ?)", rows.labels);
    insert(
        "insert into job_event (job_number, position, at, kind, attempt, state)"
            + " values (?, 0, ?, ?, 1, 'QUEUED')",
        rows.events);
    insert(
        "insert into notification (job_number, position, target, next_at) values (?, 0, ?, ?)",
        rows.notifications);
    insert(
        "insert into submission_key (submission_key, digest, job_number, created_at)"
            + " values (?, ?, ?, ?)",
        rows.keys);
  }

  private void insert(String sql, List<Object[]> rows) {
    if (!rows.isEmpty()) {
      batch.batchUpdate(sql, rows);
    }
  }
}
