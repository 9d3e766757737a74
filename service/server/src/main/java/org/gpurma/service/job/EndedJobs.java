package org.gpurma.service.job;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Removes jobs that have ended. What lies in folders is noted down in the same transaction, so that
 * it is removed, too, whenever the service is killed.
 */
public final class EndedJobs {
  private static final String ENDED = "state in ('SUCCEEDED', 'FAILED', 'CANCELLED')";

  /** Nobody is still to be told of it, and it is not the answer to a submission sent again. */
  private static final String DONE_WITH =
      " and not exists (select 1 from submission_key where job_number = job.number)"
          + " and not exists (select 1 from notification"
          + " where job_number = job.number and next_at is not null)";

  private static final List<String> PARTS =
      List.of("job_label", "job_event", "notification", "job_spec");

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  public EndedJobs(JdbcClient jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /**
   * A job whose folder is still to be removed.
   *
   * @param files the folder of the files that were sent with it, where no other job needs it
   */
  public record Removed(JobId id, Optional<String> files) {}

  /** Those that ended before a time, the oldest first. */
  public List<JobId> endedBefore(Instant time, int limit) {
    return ids(
        ENDED
            + " and coalesce(ended_at, created_at) < ?"
            + DONE_WITH
            + " order by number fetch first ? rows only",
        time.atOffset(ZoneOffset.UTC),
        (long) limit);
  }

  /** All that ended but the newest, the oldest first. */
  public List<JobId> allBut(int newest, int limit) {
    return ids(
        "number <= (select number from job where "
            + ENDED
            + " order by number desc offset ? rows fetch first 1 rows only) and "
            + ENDED
            + DONE_WITH
            + " order by number fetch first ? rows only",
        (long) newest,
        (long) limit);
  }

  /** All that can be removed. */
  public List<JobId> newestFirst() {
    return ids(ENDED + DONE_WITH + " order by number desc");
  }

  private List<JobId> ids(String condition, Object... values) {
    return jdbc.sql("select id from job where " + condition)
        .params(values)
        .query((row, _) -> new JobId(row.getString("id")))
        .list();
  }

  /** False where it has not ended, or is gone. */
  public boolean remove(JobId id) {
    return Boolean.TRUE.equals(transaction.execute(_ -> removeRows(id)));
  }

  private boolean removeRows(JobId id) {
    boolean ended =
        jdbc.sql("select id from job where id = ? and " + ENDED + " for update")
            .param(id.value())
            .query(String.class)
            .optional()
            .isPresent();
    if (ended) {
      jdbc.sql("insert into removed_job (id, files) select id, files from job where id = ?")
          .param(id.value())
          .update();
      for (String part : PARTS) {
        jdbc.sql("delete from " + part + " where job_number = ?").param(id.number()).update();
      }
      jdbc.sql("delete from attempt where job_id = ?").param(id.value()).update();
      jdbc.sql("delete from job where number = ?").param(id.number()).update();
    }
    return ended;
  }

  /** Those whose folders may still be there. */
  public List<Removed> removed() {
    return jdbc.sql(
            "select id, case when exists (select 1 from job where job.files = removed_job.files)"
                + " then null else files end as files from removed_job order by id")
        .query(
            (row, _) ->
                new Removed(
                    new JobId(row.getString("id")), Optional.ofNullable(row.getString("files"))))
        .list();
  }

  /** Its folder is gone, too. */
  public void forget(JobId id) {
    jdbc.sql("delete from removed_job where id = ?").param(id.value()).update();
  }
}
