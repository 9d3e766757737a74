package org.gpurma.service.prediction;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gpurma.model.Calibration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Calibrations, stored: the newest of each GPU model, set of nodes and number of ranks. */
public final class Calibrations {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  public Calibrations(JdbcClient jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /**
   * @param measurements the job's results.json, of which {@code measured} is made
   */
  void put(StoredCalibration calibration, String measurements) {
    String nodes = String.join(",", calibration.nodes());
    transaction.executeWithoutResult(
        _ -> {
          jdbc.sql(
                  "delete from calibration where job_id = ?"
                      + " or (gpu = ? and ranks = ? and nodes = ?)")
              .params(calibration.job(), calibration.gpu(), calibration.ranks(), nodes)
              .update();
          jdbc.sql(
                  "insert into calibration"
                      + " (job_id, project, measured_at, gpu, gpus, ranks, nodes, measurements)"
                      + " values (?, ?, ?, ?, ?, ?, ?, ?)")
              .params(
                  calibration.job(),
                  calibration.project(),
                  calibration.measuredAt().atOffset(ZoneOffset.UTC),
                  calibration.gpu(),
                  calibration.gpus(),
                  calibration.ranks(),
                  nodes,
                  measurements)
              .update();
        });
  }

  /** The newest first. */
  public List<StoredCalibration> all() {
    return jdbc.sql("select * from calibration order by measured_at desc, job_id")
        .query((row, _) -> calibration(row))
        .list();
  }

  /**
   * The one that fits best: of the same GPU model; then with as many ranks, then on these nodes,
   * then the newest.
   *
   * @param gpu name of the model, or words of it
   * @param ranks of a GPU; 0: any
   */
  Optional<StoredCalibration> find(String gpu, int ranks, Set<String> nodes) {
    return all().stream()
        .filter(each -> each.gpu().contains(gpu))
        .max(
            Comparator.comparing((StoredCalibration each) -> ranks == 0 || each.ranks() == ranks)
                .thenComparing(each -> new HashSet<>(each.nodes()).containsAll(nodes))
                .thenComparing(StoredCalibration::measuredAt));
  }

  private static StoredCalibration calibration(ResultSet row) throws SQLException {
    return new StoredCalibration(
        row.getString("job_id"),
        row.getString("project"),
        row.getObject("measured_at", OffsetDateTime.class).toInstant(),
        row.getString("gpu"),
        row.getInt("gpus"),
        row.getInt("ranks"),
        List.of(row.getString("nodes").split(",")),
        new Calibration(
            ResultRows.measurements(JsonMapper.shared().readTree(row.getString("measurements")))));
  }
}
