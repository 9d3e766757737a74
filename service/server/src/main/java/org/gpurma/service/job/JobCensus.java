package org.gpurma.service.job;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How many jobs there are that have not ended. */
public final class JobCensus {
  private final JdbcClient jdbc;

  public JobCensus(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The jobs of one project in one state.
   *
   * @param oldest when the first of them was submitted
   */
  public record Group(String project, String state, long jobs, Instant oldest) {}

  public List<Group> take() {
    return jdbc.sql(
            "select project, state, count(*) as jobs, min(created_at) as oldest from job"
                + " where state in "
                + JobStore.OPEN
                + " group by project, state")
        .query(
            (row, _) ->
                new Group(
                    row.getString("project"),
                    row.getString("state"),
                    row.getLong("jobs"),
                    JobRow.time(row, "oldest")))
        .list();
  }
}
