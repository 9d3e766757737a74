package org.gpurma.service.allocation;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Nodes that get no more jobs, because somebody said so. Jobs that run there go on. */
public final class DrainedNodes {
  private final JdbcClient jdbc;

  public DrainedNodes(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Why and since when. */
  public record Drain(String reason, Instant since) {}

  /** A node that is drained already gets the new reason. */
  public void drain(String node, String reason) {
    resume(node);
    jdbc.sql("insert into drained_node (node, reason, since) values (?, ?, ?)")
        .params(node, reason, Instant.now().atOffset(ZoneOffset.UTC))
        .update();
  }

  public void resume(String node) {
    jdbc.sql("delete from drained_node where node = ?").param(node).update();
  }

  /** By the name of the node. */
  public Map<String, Drain> all() {
    Map<String, Drain> drained = new LinkedHashMap<>();
    jdbc.sql("select node, reason, since from drained_node order by node")
        .query(
            (row, _) ->
                drained.put(
                    row.getString("node"),
                    new Drain(
                        row.getString("reason"),
                        row.getObject("since", OffsetDateTime.class).toInstant())))
        .list();
    return drained;
  }
}
