package org.gpurma.service.allocation;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gpurma.service.cluster.Cluster;
import org.gpurma.service.cluster.CpuList;
import org.gpurma.service.cluster.Gpu;
import org.gpurma.service.cluster.Node;
import org.gpurma.service.job.AttemptId;
import org.gpurma.service.job.JobId;
import org.gpurma.service.placement.Held;
import org.gpurma.service.placement.ProcessPlacement;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Who holds which GPU, with which cores and NIC; kept in the database, so that a restart frees
 * nothing that is in use.
 */
public final class HeldGpus {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  public HeldGpus(JdbcClient jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /** Nothing of a row but the GPU is known where it was written by an older service. */
  private record Row(
      AttemptId attempt,
      String gpu,
      String node,
      int process,
      List<Integer> cores,
      boolean exclusive,
      String nic) {}

  /**
   * All of them or, where a GPU or a core is held already, none.
   *
   * @throws RuntimeException where something is held already
   */
  public void hold(AttemptId attempt, Allocation allocation) {
    transaction.executeWithoutResult(
        _ -> {
          requireFreeCores(allocation);
          allocation.processes().forEach(process -> insert(attempt, process));
        });
  }

  private void requireFreeCores(Allocation allocation) {
    Held held = held();
    for (ProcessPlacement process : allocation.processes()) {
      Set<Integer> taken = new HashSet<>(held.cpus().getOrDefault(process.node(), Set.of()));
      taken.retainAll(process.cores());
      if (!taken.isEmpty()) {
        throw new IllegalStateException(
            "cores %s of %s are held already"
                .formatted(CpuList.format(taken.stream().sorted().toList()), process.node()));
      }
    }
  }

  private void insert(AttemptId attempt, ProcessPlacement process) {
    jdbc.sql(
            "insert into held_gpu"
                + " (gpu, job_id, attempt, since, node, process, cores, exclusive, nic)"
                + " values (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .params(
            process.gpu().uuid(),
            attempt.job().value(),
            attempt.number(),
            Instant.now().atOffset(ZoneOffset.UTC),
            process.node(),
            process.index(),
            CpuList.format(process.cores()),
            process.exclusive(),
            process.nic())
        .update();
  }

  public void release(AttemptId attempt) {
    jdbc.sql("delete from held_gpu where job_id = ? and attempt = ?")
        .params(attempt.job().value(), attempt.number())
        .update();
  }

  /** GPU to its holder. */
  public Map<String, AttemptId> all() {
    Map<String, AttemptId> held = new LinkedHashMap<>();
    rows().forEach(row -> held.put(row.gpu(), row.attempt()));
    return held;
  }

  /** Everything that is held, for placing another job beside it. */
  public Held held() {
    Set<String> gpus = new HashSet<>();
    Map<String, Set<Integer>> cpus = new HashMap<>();
    Map<String, List<String>> nics = new HashMap<>();
    for (Row row : rows()) {
      gpus.add(row.gpu());
      if (row.exclusive()) {
        cpus.computeIfAbsent(row.node(), _ -> new HashSet<>()).addAll(row.cores());
      }
      if (!row.nic().isEmpty()) {
        nics.computeIfAbsent(row.node(), _ -> new ArrayList<>()).add(row.nic());
      }
    }
    return new Held(gpus, cpus, nics);
  }

  private List<Row> rows() {
    return jdbc.sql("select * from held_gpu order by process, gpu")
        .query(
            (row, _) ->
                new Row(
                    new AttemptId(new JobId(row.getString("job_id")), row.getInt("attempt")),
                    row.getString("gpu"),
                    row.getString("node"),
                    row.getInt("process"),
                    row.getString("cores").isEmpty()
                        ? List.of()
                        : CpuList.parse(row.getString("cores")),
                    row.getBoolean("exclusive"),
                    row.getString("nic")))
        .list();
  }

  /** What an attempt was granted before a restart; empty where a GPU is no longer there. */
  public Optional<Allocation> of(AttemptId attempt, Cluster cluster) {
    List<Row> mine = rows().stream().filter(row -> row.attempt().equals(attempt)).toList();
    List<ProcessPlacement> processes = new ArrayList<>();
    for (Row row : mine) {
      placement(processes.size(), row, cluster).ifPresent(processes::add);
    }
    return mine.isEmpty() || processes.size() < mine.size()
        ? Optional.empty()
        : Optional.of(new Allocation(processes));
  }

  private static Optional<ProcessPlacement> placement(int index, Row row, Cluster cluster) {
    for (Node node : cluster.known()) {
      Optional<Gpu> gpu =
          node.gpus().stream().filter(other -> other.uuid().equals(row.gpu())).findFirst();
      if (gpu.isPresent()) {
        return Optional.of(
            new ProcessPlacement(
                index,
                node.name(),
                node.reach(),
                gpu.get(),
                row.cores().isEmpty() ? node.cores() : row.cores(),
                row.exclusive(),
                row.nic()));
      }
    }
    return Optional.empty();
  }
}
