package org.gpurma.service.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Who is still to be told of which event. */
public final class Notifications {
  private static final int LONGEST_ERROR = 1000;
  private static final String SELECT =
      "select job.id, notification.* from notification"
          + " join job on job.number = notification.job_number ";

  private final JdbcClient jdbc;

  public Notifications(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Those whose time has come, the ones that wait longest first. */
  public List<PendingNotification> due(Instant now, int limit) {
    return jdbc.sql(SELECT + "where next_at <= ? order by next_at fetch first ? rows only")
        .params(now.atOffset(ZoneOffset.UTC), limit)
        .query(Notifications::row)
        .list();
  }

  public List<PendingNotification> of(JobId job) {
    return jdbc.sql(SELECT + "where job_number = ? order by position, target")
        .param(job.number())
        .query(Notifications::row)
        .list();
  }

  /** Nobody at that address wants to know of it. */
  public void drop(PendingNotification pending) {
    jdbc.sql("delete from notification where job_number = ? and position = ? and target = ?")
        .params(pending.job().number(), pending.position(), pending.target())
        .update();
  }

  public void delivered(PendingNotification pending, Instant at) {
    jdbc.sql(
            "update notification set tries = tries + 1, next_at = null, delivered_at = ?,"
                + " last_error = null where job_number = ? and position = ? and target = ?")
        .params(
            at.atOffset(ZoneOffset.UTC),
            pending.job().number(),
            pending.position(),
            pending.target())
        .update();
  }

  /**
   * @param nextAt when it is tried again; null: it is given up
   */
  public void failed(PendingNotification pending, String error, Instant nextAt) {
    jdbc.sql(
            "update notification set tries = tries + 1, next_at = ?, last_error = ?"
                + " where job_number = ? and position = ? and target = ?")
        .params(
            nextAt == null ? null : nextAt.atOffset(ZoneOffset.UTC),
            error.substring(0, Math.min(LONGEST_ERROR, error.length())),
            pending.job().number(),
            pending.position(),
            pending.target())
        .update();
  }

  private static PendingNotification row(ResultSet row, int number) throws SQLException {
    return new PendingNotification(
        new JobId(row.getString("id")),
        row.getInt("position"),
        row.getInt("target"),
        row.getInt("tries"),
        JobRow.time(row, "next_at"),
        JobRow.time(row, "delivered_at"),
        row.getString("last_error"));
  }
}
