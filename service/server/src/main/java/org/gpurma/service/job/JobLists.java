package org.gpurma.service.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Lists of jobs, the newest first. */
public final class JobLists {
  private final JdbcClient jdbc;

  public JobLists(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** One question: its conditions, their values, and the order that an index has. */
  private record Query(StringBuilder where, List<Object> values, List<String> order) {
    static Query before(long number) {
      var query = new Query(new StringBuilder("number < ?"), new ArrayList<>(), new ArrayList<>());
      query.values.add(number);
      return query;
    }

    /** The column leads the order, so that its index can be walked. */
    void equal(String column, Object value) {
      where.append(" and ").append(column).append(" = ?");
      values.add(value);
      order.add(column + " desc");
    }

    void label(String name, String value) {
      where.append(
          " and number in (select job_number from job_label where name = ? and label = ?)");
      values.add(name);
      values.add(value);
    }

    String sql() {
      String orders = order.isEmpty() ? "" : order.getFirst() + ", ";
      return "select * from job where "
          + where
          + " order by "
          + orders
          + "number desc fetch first ? rows only";
    }
  }

  /** {@code before} is the number that the previous page ended with. */
  public JobPage list(JobFilter filter, OptionalLong before, int limit) {
    long end = before.orElse(Long.MAX_VALUE);
    List<Job> jobs =
        combinations(filter)
            .flatMap(one -> run(query(one, filter, end), limit + 1).stream())
            .sorted(Comparator.comparingLong(Job::number).reversed())
            .limit(limit + 1L)
            .toList();
    boolean more = jobs.size() > limit;
    List<Job> page = more ? jobs.subList(0, limit) : jobs;
    return new JobPage(
        page, more ? OptionalLong.of(page.getLast().number()) : OptionalLong.empty());
  }

  /** What one index is walked for. */
  private record Slice(Optional<String> state, Optional<String> project) {}

  /** Each is a question of its own: an index answers one state of one project in order. */
  private static Stream<Slice> combinations(JobFilter filter) {
    return orAny(filter.states())
        .flatMap(state -> orAny(filter.projects()).map(project -> new Slice(state, project)));
  }

  private static Stream<Optional<String>> orAny(Set<String> values) {
    return values.isEmpty() ? Stream.of(Optional.empty()) : values.stream().map(Optional::of);
  }

  private static Query query(Slice slice, JobFilter filter, long before) {
    Query query = Query.before(before);
    slice.state().ifPresent(state -> query.equal("state", state));
    narrow(query, filter);
    slice.project().ifPresent(project -> query.equal("project", project));
    return query;
  }

  private static void narrow(Query query, JobFilter filter) {
    filter.array().ifPresent(array -> query.equal("array_id", array.value()));
    filter.name().ifPresent(name -> query.equal("name", name));
    filter.labels().forEach(query::label);
  }

  private List<Job> run(Query query, int limit) {
    return jdbc.sql(query.sql())
        .params(query.values())
        .param((long) limit)
        .query(JobRow.MAPPER)
        .list();
  }
}
