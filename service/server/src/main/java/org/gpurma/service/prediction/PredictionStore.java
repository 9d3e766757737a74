package org.gpurma.service.prediction;

import java.util.Optional;
import org.gpurma.service.job.AttemptId;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** What was predicted of every attempt whose job names a model. */
public final class PredictionStore {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  public PredictionStore(JdbcClient jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  void put(AttemptId attempt, Prediction prediction) {
    String text = JsonMapper.shared().writeValueAsString(prediction);
    transaction.executeWithoutResult(
        _ -> {
          jdbc.sql("delete from prediction where job_id = ? and attempt = ?")
              .params(attempt.job().value(), attempt.number())
              .update();
          jdbc.sql("insert into prediction (job_id, attempt, prediction) values (?, ?, ?)")
              .params(attempt.job().value(), attempt.number(), text)
              .update();
        });
  }

  public Optional<Prediction> find(AttemptId attempt) {
    return jdbc.sql("select prediction from prediction where job_id = ? and attempt = ?")
        .params(attempt.job().value(), attempt.number())
        .query((row, _) -> row.getString("prediction"))
        .optional()
        .map(text -> JsonMapper.shared().readValue(text, Prediction.class));
  }
}
