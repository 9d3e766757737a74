package org.gpurma.service.allocation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Who holds which GPU; kept in the database, so that a restart frees nothing that is in use. */
public final class HeldGpus {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  public HeldGpus(JdbcClient jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /** All of them or, where one is held already, an exception and none. */
  public void hold(AttemptId attempt, Allocation allocation) {
    transaction.executeWithoutResult(
        _ ->
            allocation
                .gpus()
                .forEach(
                    gpu ->
                        jdbc.sql(
                                "insert into held_gpu (gpu, job_id, attempt, since) values (?, ?, ?, ?)")
                            .params(
                                gpu.uuid(),
                                attempt.job().value(),
                                attempt.number(),
                                Instant.now().atOffset(ZoneOffset.UTC))
                            .update()));
  }

  public void release(AttemptId attempt) {
    jdbc.sql("delete from held_gpu where job_id = ? and attempt = ?")
        .params(attempt.job().value(), attempt.number())
        .update();
  }

  /** GPU to its holder. */
  public Map<String, AttemptId> all() {
    Map<String, AttemptId> held = new LinkedHashMap<>();
    jdbc.sql("select gpu, job_id, attempt from held_gpu order by gpu")
        .query(
            (row, _) ->
                held.put(
                    row.getString("gpu"),
                    new AttemptId(new JobId(row.getString("job_id")), row.getInt("attempt"))))
        .list();
    return held;
  }

  /** What an attempt was granted before a restart; empty where a GPU is no longer there. */
  public Optional<Allocation> of(AttemptId attempt, Cluster cluster) {
    Map<String, AttemptId> held = all();
    return cluster.nodes().stream()
        .map(
            node ->
                new Allocation(
                    node,
                    node.gpus().stream()
                        .filter(gpu -> attempt.equals(held.get(gpu.uuid())))
                        .toList()))
        .filter(allocation -> allocation.gpus().size() == count(held, attempt))
        .filter(allocation -> !allocation.gpus().isEmpty())
        .findFirst();
  }

  private static long count(Map<String, AttemptId> held, AttemptId attempt) {
    return held.values().stream().filter(attempt::equals).count();
  }

  public List<String> uuids() {
    return List.copyOf(all().keySet());
  }
}
