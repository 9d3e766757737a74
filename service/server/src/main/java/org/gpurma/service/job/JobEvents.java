package org.gpurma.service.job;

import java.time.OffsetDateTime;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The history of jobs. Whoever is to be told of an event is noted down with it. */
public final class JobEvents {
  private final JdbcClient jdbc;

  public JobEvents(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** In the order in which they happened, from a position on. */
  public List<JobEvent> list(JobId id, int from, int limit) {
    return jdbc.sql(
            "select * from job_event where job_number = ? and position >= ?"
                + " order by position fetch first ? rows only")
        .params(id.number(), from, limit)
        .query(
            (row, _) ->
                new JobEvent(
                    row.getInt("position"),
                    JobRow.time(row, "at"),
                    EventKind.of(row.getString("kind")),
                    row.getInt("attempt"),
                    row.getString("state"),
                    row.getString("reason"),
                    row.getString("message")))
        .list();
  }

  public List<JobEvent> transitions(JobId id) {
    return list(id, 0, Integer.MAX_VALUE).stream().filter(JobEvent::isTransition).toList();
  }

  /** The job came into a state. */
  void add(JobId id, int attempt, JobState state, OffsetDateTime at) {
    add(id, EventKind.STATE_CHANGED, attempt, state.word(), state.reason(), state.message(), at);
  }

  void add(
      JobId id,
      EventKind kind,
      int attempt,
      String state,
      String reason,
      String message,
      OffsetDateTime at) {
    int position =
        jdbc.sql("select coalesce(max(position) + 1, 0) from job_event where job_number = ?")
            .param(id.number())
            .query(Integer.class)
            .single();
    jdbc.sql(
            "insert into job_event (job_number, position, at, kind, attempt, state, reason, message)"
                + " values (?, ?, ?, ?, ?, ?, ?, ?)")
        .params(id.number(), position, at, kind.word(), attempt, state, reason, message)
        .update();
    notify(id, position, at);
  }

  private void notify(JobId id, int position, OffsetDateTime at) {
    int targets =
        jdbc.sql("select notified from job where number = ?")
            .param(id.number())
            .query(Integer.class)
            .single();
    for (int target = 0; target < targets; target++) {
      jdbc.sql(
              "insert into notification (job_number, position, target, next_at) values (?, ?, ?, ?)")
          .params(id.number(), position, target, at)
          .update();
    }
  }
}
