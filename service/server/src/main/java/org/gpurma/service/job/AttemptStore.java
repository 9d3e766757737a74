package org.gpurma.service.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What is known of every attempt. */
public final class AttemptStore {
  private final JdbcClient jdbc;
  private final JsonMapper mapper = JsonMapper.shared();

  public AttemptStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public void create(Attempt attempt) {
    jdbc.sql(
            "insert into attempt"
                + " (job_id, number, token, launch_id, began_at, command, processes, outputs)"
                + " values (?, ?, ?, ?, ?, '[]', '[]', '[]')")
        .params(
            attempt.id().job().value(),
            attempt.id().number(),
            attempt.token(),
            attempt.launchId(),
            attempt.beganAt().atOffset(ZoneOffset.UTC))
        .update();
  }

  public Optional<Attempt> find(AttemptId id) {
    return jdbc.sql("select * from attempt where job_id = ? and number = ?")
        .params(id.job().value(), id.number())
        .query((row, _) -> attempt(id, row))
        .optional();
  }

  public void planned(AttemptId id, List<String> command, List<ProcessInfo> processes) {
    set(id, "command", mapper.writeValueAsString(command));
    processes(id, processes);
  }

  public void launched(AttemptId id, Instant at) {
    set(id, "launched_at", at.atOffset(ZoneOffset.UTC));
  }

  public void processes(AttemptId id, List<ProcessInfo> processes) {
    set(id, "processes", mapper.writeValueAsString(processes));
  }

  /** The first failure wins; false where there was one already. */
  public boolean failed(AttemptId id, FailureInfo failure) {
    return jdbc.sql(
                "update attempt set failure = ? where job_id = ? and number = ? and failure is null")
            .params(mapper.writeValueAsString(failure), id.job().value(), id.number())
            .update()
        == 1;
  }

  /** What turned out to be the cause of all that was reported before. */
  public void failedFirst(AttemptId id, FailureInfo failure) {
    set(id, "failure", mapper.writeValueAsString(failure));
  }

  public void checked(AttemptId id, CheckReport report) {
    set(id, "check_report", mapper.writeValueAsString(report));
  }

  public void finished(AttemptId id, Double kernelMillis, List<OutputInfo> outputs) {
    set(id, "kernel_millis", kernelMillis);
    set(id, "outputs", mapper.writeValueAsString(outputs));
  }

  /** How it ended, whether or not the job is tried again. */
  public void ended(AttemptId id, JobState end, Instant at) {
    jdbc.sql(
            "update attempt set state = ?, reason = ?, message = ?, ended_at = ?"
                + " where job_id = ? and number = ?")
        .params(
            end.word(),
            end.reason(),
            end.message(),
            at.atOffset(ZoneOffset.UTC),
            id.job().value(),
            id.number())
        .update();
  }

  /** All attempts of a job, the first one first. */
  public List<Attempt> of(JobId job) {
    return jdbc.sql("select * from attempt where job_id = ? order by number")
        .param(job.value())
        .query((row, _) -> attempt(new AttemptId(job, row.getInt("number")), row))
        .list();
  }

  /** GPUs that attempts of each project held, for those that ended after a time. */
  public List<PastUse> usedSince(Instant time) {
    return jdbc.sql(
            "select job.project, job.gpus, attempt.began_at, attempt.ended_at from attempt"
                + " join job on job.id = attempt.job_id where attempt.ended_at > ?"
                + " and attempt.began_at is not null and job.gpus is not null")
        .param(time.atOffset(ZoneOffset.UTC))
        .query(
            (row, _) ->
                new PastUse(
                    row.getString("project"),
                    row.getInt("gpus"),
                    JobRow.time(row, "began_at"),
                    JobRow.time(row, "ended_at")))
        .list();
  }

  public void logLines(AttemptId id, long lines) {
    set(id, "log_lines", lines);
  }

  private void set(AttemptId id, String column, Object value) {
    jdbc.sql("update attempt set " + column + " = ? where job_id = ? and number = ?")
        .params(value, id.job().value(), id.number())
        .update();
  }

  private Attempt attempt(AttemptId id, ResultSet row) throws SQLException {
    double kernel = row.getDouble("kernel_millis");
    Double kernelMillis = row.wasNull() ? null : kernel;
    long lines = row.getLong("log_lines");
    Long logLines = row.wasNull() ? null : lines;
    return new Attempt(
        id,
        row.getString("token"),
        row.getString("launch_id"),
        JobRow.time(row, "began_at"),
        JobRow.time(row, "launched_at"),
        mapper.readValue(row.getString("command"), new TypeReference<List<String>>() {}),
        mapper.readValue(row.getString("processes"), new TypeReference<List<ProcessInfo>>() {}),
        read(row.getString("failure"), FailureInfo.class),
        read(row.getString("check_report"), CheckReport.class),
        kernelMillis,
        mapper.readValue(row.getString("outputs"), new TypeReference<List<OutputInfo>>() {}),
        logLines,
        row.getString("state") == null
            ? null
            : JobState.of(
                row.getString("state"), row.getString("reason"), row.getString("message")),
        JobRow.time(row, "ended_at"));
  }

  private <T> T read(String json, Class<T> type) {
    return json == null ? null : mapper.readValue(json, type);
  }
}
