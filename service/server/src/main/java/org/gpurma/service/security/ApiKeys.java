package org.gpurma.service.security;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The keys that the API is used with. */
public final class ApiKeys {
  private final JdbcClient jdbc;

  public ApiKeys(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A key, and its text, which nobody can ask for again.
   *
   * @param text not to be logged
   */
  public record Issued(ApiKey key, String text) {
    @Override
    public String toString() {
      return key.id();
    }
  }

  /**
   * @param life null: for ever
   */
  public Issued issue(String name, Set<String> projects, Set<Verb> verbs, Duration life) {
    KeyText text = KeyText.fresh();
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    var key =
        new ApiKey(
            text.id(),
            text.hash(),
            name,
            projects,
            verbs,
            now,
            life == null ? null : now.plus(life));
    jdbc.sql(
            "insert into api_key (id, secret_hash, name, projects, verbs, created_at, expires_at)"
                + " values (?, ?, ?, ?, ?, ?, ?)")
        .params(
            key.id(),
            key.secretHash(),
            key.name(),
            String.join(",", key.caller().sortedProjects()),
            key.verbs().stream().sorted().map(Verb::word).collect(Collectors.joining(",")),
            time(key.createdAt()),
            time(key.expiresAt()))
        .update();
    return new Issued(key, text.text());
  }

  /** One that may do the same; the old one holds for a while still, so that all can change over. */
  public Optional<Issued> rotate(String id, Duration overlap) {
    return find(id)
        .filter(key -> key.holdsAt(Instant.now()))
        .map(
            old -> {
              Duration life =
                  old.expiresAt() == null
                      ? null
                      : Duration.between(old.createdAt(), old.expiresAt());
              Issued fresh = issue(old.name(), old.projects(), old.verbs(), life);
              expire(id, Instant.now().plus(overlap));
              return fresh;
            });
  }

  /** False where there is none that holds. */
  public boolean revoke(String id) {
    return expire(id, Instant.now()) == 1;
  }

  private int expire(String id, Instant at) {
    return jdbc.sql(
            "update api_key set expires_at = ? where id = ?"
                + " and (expires_at is null or expires_at > ?)")
        .params(time(at), id, time(at))
        .update();
  }

  /** Those that hold, the newest first. */
  public List<ApiKey> all() {
    return jdbc.sql(
            "select * from api_key where expires_at is null or expires_at > ?"
                + " order by created_at desc")
        .param(time(Instant.now()))
        .query(ApiKeys::row)
        .list();
  }

  public boolean hasAdministrator() {
    return all().stream().anyMatch(key -> key.verbs().contains(Verb.ADMIN));
  }

  /** Who comes with a key of this text; empty where it is none that holds. */
  public Optional<Caller> caller(String text) {
    Instant now = Instant.now();
    return KeyText.parse(text)
        .flatMap(presented -> find(presented.id()).filter(presented::fits))
        .filter(key -> key.holdsAt(now))
        .map(ApiKey::caller);
  }

  private Optional<ApiKey> find(String id) {
    return jdbc.sql("select * from api_key where id = ?").param(id).query(ApiKeys::row).optional();
  }

  private static ApiKey row(ResultSet row, int number) throws SQLException {
    OffsetDateTime expires = row.getObject("expires_at", OffsetDateTime.class);
    return new ApiKey(
        row.getString("id"),
        row.getString("secret_hash"),
        row.getString("name"),
        words(row.getString("projects")),
        words(row.getString("verbs")).stream()
            .map(Verb::of)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Verb.class))),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        expires == null ? null : expires.toInstant());
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.split(","))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toSet());
  }

  private static OffsetDateTime time(Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
