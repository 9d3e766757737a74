package org.gpurma.service.job;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Jobs and their states. A state is stored before anyone acts on it. */
public final class JobStore {
  private static final String OPEN = "('QUEUED','COMPILING','STARTING','RUNNING','FINISHING')";

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  public JobStore(JdbcClient jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /** The next job's number; a number that is not used after all leaves a hole. */
  public long nextNumber() {
    return jdbc.sql("select nextval('job_number')").query(Long.class).single();
  }

  public Job create(long number, String name, JsonNode spec) {
    JobId id = JobId.of(name, number);
    OffsetDateTime now = now();
    transaction.executeWithoutResult(
        _ -> {
          jdbc.sql(
                  "insert into job (number, id, name, created_at, spec, state, attempt, cancel_requested)"
                      + " values (?, ?, ?, ?, ?, 'QUEUED', 1, false)")
              .params(number, id.value(), name, now, spec.toString())
              .update();
          addTransition(id, new JobState.Queued(), now);
        });
    return get(id);
  }

  /** False where the job is no longer in the state it is to leave. */
  public boolean move(JobId id, JobState from, JobState to) {
    if (!from.mayBecome(to)) {
      throw new IllegalStateException(id + " may not go from " + from.word() + " to " + to.word());
    }
    return Boolean.TRUE.equals(
        transaction.execute(
            _ -> {
              int moved =
                  jdbc.sql(
                          "update job set state = ?, reason = ?, message = ? where id = ? and state = ?")
                      .params(to.word(), to.reason(), to.message(), id.value(), from.word())
                      .update();
              if (moved == 1) {
                addTransition(id, to, now());
              }
              return moved == 1;
            }));
  }

  public void requestCancel(JobId id) {
    jdbc.sql("update job set cancel_requested = true where id = ?").param(id.value()).update();
  }

  public Optional<Job> find(JobId id) {
    return jdbc.sql("select * from job where id = ?")
        .param(id.value())
        .query(new JobRow(transitions(id)))
        .optional();
  }

  public Job get(JobId id) {
    return find(id).orElseThrow(() -> new IllegalArgumentException("no job " + id));
  }

  /** Newest first; {@code before} is the number that the previous page ended with. */
  public JobPage list(Optional<String> state, OptionalLong before, int limit) {
    List<Job> jobs =
        jdbc.sql(
                "select * from job where number < ? and (? = '' or state = ?)"
                    + " order by number desc fetch first ? rows only")
            .params(
                before.orElse(Long.MAX_VALUE), state.orElse(""), state.orElse(""), (long) limit + 1)
            .query(new JobRow(List.of()))
            .list();
    boolean more = jobs.size() > limit;
    List<Job> page = more ? jobs.subList(0, limit) : jobs;
    return new JobPage(
        page.stream().map(this::withTransitions).toList(),
        more ? OptionalLong.of(page.getLast().number()) : OptionalLong.empty());
  }

  /** Jobs that have not ended, in the order of submission. */
  public List<Job> open() {
    return jdbc.sql("select * from job where state in " + OPEN + " order by number")
        .query(new JobRow(List.of()))
        .list();
  }

  public Map<String, Long> countByState() {
    return jdbc
        .sql("select state, count(*) as jobs from job group by state")
        .query((row, _) -> Map.entry(row.getString("state"), row.getLong("jobs")))
        // Not stream() of the query itself: that holds its connection until it is closed.
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private Job withTransitions(Job job) {
    return new Job(
        job.number(),
        job.id(),
        job.name(),
        job.createdAt(),
        job.spec(),
        job.state(),
        job.attemptNumber(),
        job.cancelRequested(),
        transitions(job.id()));
  }

  private List<Transition> transitions(JobId id) {
    return jdbc.sql("select * from job_transition where job_id = ? order by position")
        .param(id.value())
        .query(
            (row, _) ->
                new Transition(
                    JobState.of(
                        row.getString("state"), row.getString("reason"), row.getString("message")),
                    row.getObject("at", OffsetDateTime.class).toInstant()))
        .list();
  }

  private void addTransition(JobId id, JobState state, OffsetDateTime at) {
    jdbc.sql(
            "insert into job_transition (job_id, position, state, reason, message, at)"
                + " select ?, count(*), ?, ?, ?, ? from job_transition where job_id = ?")
        .params(id.value(), state.word(), state.reason(), state.message(), at, id.value())
        .update();
  }

  static OffsetDateTime now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }

  static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }
}
