package org.gpurma.service.job;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Jobs and their states. A state is stored before anyone acts on it. */
public final class JobStore {
  static final String OPEN = "('QUEUED','COMPILING','STARTING','RUNNING','FINISHING')";

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final JobEvents events;

  public JobStore(JdbcClient jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.events = new JobEvents(jdbc);
  }

  public JobEvents events() {
    return events;
  }

  /** False where the job is no longer in the state it is to leave. */
  public boolean move(JobId id, JobState from, JobState to) {
    return to.ended() ? end(id, from, to) : change(id, from, to, "");
  }

  /** A queued job got GPUs. */
  public boolean begin(JobId id, Instant at) {
    return change(
        id,
        new JobState.Queued(),
        new JobState.Compiling(),
        ", began_at = ?, ended_at = null, not_before = null",
        at.atOffset(ZoneOffset.UTC));
  }

  private boolean end(JobId id, JobState from, JobState to) {
    return change(id, from, to, ", ended_at = ?", now());
  }

  private boolean change(JobId id, JobState from, JobState to, String more, Object... values) {
    if (!from.mayBecome(to)) {
      throw new IllegalStateException(id + " may not go from " + from.word() + " to " + to.word());
    }
    return Boolean.TRUE.equals(
        transaction.execute(
            _ -> {
              int moved =
                  jdbc.sql(
                          "update job set state = ?, reason = ?, message = ?, version = version + 1"
                              + more
                              + " where id = ? and state = ?")
                      .params(to.word(), to.reason(), to.message())
                      .params(values)
                      .params(id.value(), from.word())
                      .update();
              if (moved == 1) {
                events.add(id, attempt(id), to, now());
              }
              return moved == 1;
            }));
  }

  private int attempt(JobId id) {
    return jdbc.sql("select attempt from job where id = ?")
        .param(id.value())
        .query(Integer.class)
        .single();
  }

  /**
   * Queues the job again for another attempt.
   *
   * @param from the state it leaves; one that has ended, or one that its attempt failed in
   * @param failure how the attempt ended that is given up here, unless the job was cancelled
   *     meanwhile; null where it has ended before
   * @param notBefore the attempt starts no earlier; null: as soon as it can
   */
  public boolean retry(JobId id, JobState from, JobState failure, Instant notBefore, String why) {
    if (!from.mayBecome(new JobState.Queued())) {
      throw new IllegalStateException(id + " is " + from.word() + " and is not tried again");
    }
    return Boolean.TRUE.equals(
        transaction.execute(
            _ -> {
              int ended = attempt(id);
              int moved =
                  jdbc.sql(
                          "update job set state = 'QUEUED', reason = null, message = null,"
                              + " attempt = attempt + 1, cancel_requested = false, began_at = null,"
                              + " ended_at = null, not_before = ?, version = version + 1"
                              + " where id = ? and state = ? and (? or cancel_requested = false)")
                      .params(
                          notBefore == null ? null : notBefore.atOffset(ZoneOffset.UTC),
                          id.value(),
                          from.word(),
                          failure == null)
                      .update();
              if (moved == 1) {
                addRetry(id, ended, failure, why);
              }
              return moved == 1;
            }));
  }

  private void addRetry(JobId id, int ended, JobState failure, String why) {
    OffsetDateTime at = now();
    if (failure != null) {
      events.add(
          id, EventKind.ATTEMPT_FAILED, ended, null, failure.reason(), failure.message(), at);
    }
    events.add(
        id, EventKind.STATE_CHANGED, ended + 1, new JobState.Queued().word(), "Retried", why, at);
  }

  /** False where it was so already. */
  public boolean hold(JobId id, boolean held) {
    return flag(id, "held", held, held ? EventKind.HELD : EventKind.RELEASED);
  }

  /** False where it was asked for already. */
  public boolean requestCancel(JobId id) {
    return flag(id, "cancel_requested", true, EventKind.CANCEL_REQUESTED);
  }

  private boolean flag(JobId id, String column, boolean value, EventKind kind) {
    return Boolean.TRUE.equals(
        transaction.execute(
            _ -> {
              int changed =
                  jdbc.sql(
                          "update job set "
                              + column
                              + " = ?, version = version + 1 where id = ? and "
                              + column
                              + " = ?")
                      .params(value, id.value(), !value)
                      .update();
              if (changed == 1) {
                events.add(id, kind, attempt(id), null, null, null, now());
              }
              return changed == 1;
            }));
  }

  public Optional<Job> find(JobId id) {
    return jdbc.sql("select * from job where id = ?")
        .param(id.value())
        .query(JobRow.MAPPER)
        .optional();
  }

  public Job get(JobId id) {
    return find(id).orElseThrow(() -> new IllegalArgumentException("no job " + id));
  }

  /** The resolved job spec. */
  public JsonNode spec(JobId id) {
    return JsonMapper.shared().readTree(specText(id, "resolved"));
  }

  /** The job spec as it was sent, YAML or JSON. */
  public String sentSpec(JobId id) {
    return specText(id, "sent");
  }

  private String specText(JobId id, String column) {
    return jdbc.sql("select " + column + " from job_spec where job_number = ?")
        .param(id.number())
        .query(String.class)
        .single();
  }

  /** Jobs that have not ended, in the order of submission. */
  public List<Job> open() {
    return jdbc.sql("select * from job where state in " + OPEN + " order by number")
        .query(JobRow.MAPPER)
        .list();
  }

  /** All jobs of an array, in their order. */
  public List<Job> ofArray(JobId array) {
    return jdbc.sql("select * from job where array_id = ? order by array_index")
        .param(array.value())
        .query(JobRow.MAPPER)
        .list();
  }

  /** Folders of files that a job needs. */
  public Set<String> filesInUse() {
    return Set.copyOf(
        jdbc.sql("select distinct files from job where files is not null")
            .query(String.class)
            .list());
  }

  static OffsetDateTime now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }
}
