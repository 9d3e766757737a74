package org.gpurma.service.job;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The names that senders have given to their submissions. */
public final class SubmissionKeys {
  private final JdbcClient jdbc;

  public SubmissionKeys(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * @param job the first of the submission
   */
  public record Known(String digest, JobId job) {}

  public Optional<Known> find(String key) {
    return jdbc.sql(
            "select submission_key.digest, job.id from submission_key"
                + " join job on job.number = submission_key.job_number where submission_key = ?")
        .param(key)
        .query((row, _) -> new Known(row.getString("digest"), new JobId(row.getString("id"))))
        .optional();
  }

  /** Keys older than that are forgotten. */
  public void forgetBefore(Instant time) {
    jdbc.sql("delete from submission_key where created_at < ?")
        .param(time.atOffset(ZoneOffset.UTC))
        .update();
  }
}
