package org.gpurma.service.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import org.springframework.jdbc.core.RowMapper;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A row of the table job. */
final class JobRow implements RowMapper<Job> {
  static final JobRow MAPPER = new JobRow();

  private static final TypeReference<Map<String, String>> LABELS = new TypeReference<>() {};

  private JobRow() {}

  @Override
  public Job mapRow(ResultSet row, int number) throws SQLException {
    String labels = row.getString("labels");
    return new Job(
        row.getLong("number"),
        new JobId(row.getString("id")),
        row.getString("name"),
        row.getString("project"),
        row.getInt("priority"),
        integer(row, "gpus"),
        labels.equals("{}") ? Map.of() : JsonMapper.shared().readValue(labels, LABELS),
        time(row, "created_at"),
        JobState.of(row.getString("state"), row.getString("reason"), row.getString("message")),
        row.getInt("attempt"),
        row.getBoolean("cancel_requested"),
        row.getBoolean("held"),
        time(row, "not_before"),
        array(row),
        row.getString("files"),
        row.getInt("notified"),
        time(row, "began_at"),
        time(row, "ended_at"),
        row.getLong("version"));
  }

  private static ArrayPlace array(ResultSet row) throws SQLException {
    String id = row.getString("array_id");
    return id == null
        ? null
        : new ArrayPlace(
            new JobId(id),
            row.getInt("array_index"),
            row.getInt("array_size"),
            row.getInt("array_parallel"));
  }

  private static Integer integer(ResultSet row, String column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value;
  }

  static Instant time(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
