package org.gpurma.service.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import org.springframework.jdbc.core.RowMapper;

/** A row of the table job, joined with transitions read before. */
record JobRow(List<Transition> transitions) implements RowMapper<Job> {
  @Override
  public Job mapRow(ResultSet row, int number) throws SQLException {
    return new Job(
        row.getLong("number"),
        new JobId(row.getString("id")),
        row.getString("name"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        JobStore.json(row.getString("spec")),
        JobState.of(row.getString("state"), row.getString("reason"), row.getString("message")),
        row.getInt("attempt"),
        row.getBoolean("cancel_requested"),
        transitions);
  }
}
