package org.gpurma.service.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An empty database with the service's tables. */
public record TestDatabase(
    JdbcClient jdbc, JdbcTemplate template, TransactionTemplate transaction) {
  /** Databases of servers: they are emptied, not made anew. */
  private static final Map<Engine, TestDatabase> SERVERS = new EnumMap<>(Engine.class);

  public static TestDatabase create(Engine engine) {
    return switch (engine) {
      case EMBEDDED -> migrated(inMemory());
      case POSTGRESQL, CONTAINER -> emptied(engine);
    };
  }

  private static DataSource inMemory() {
    var source = new JdbcDataSource();
    source.setURL(
        "jdbc:h2:mem:"
            + UUID.randomUUID()
            + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_DELAY=-1");
    return source;
  }

  private static synchronized TestDatabase emptied(Engine engine) {
    TestDatabase database =
        SERVERS.computeIfAbsent(
            engine,
            _ ->
                migrated(
                    pool(
                        engine == Engine.CONTAINER
                            ? PostgresContainer.url()
                            : PostgresServer.shared().create("contract"))));
    String tables =
        database
            .jdbc
            .sql(
                "select table_name from information_schema.tables where table_schema = 'public'"
                    + " and table_name not like 'flyway%'")
            .query(String.class)
            .list()
            .stream()
            .collect(Collectors.joining(", "));
    database.template.execute("truncate " + tables);
    database.template.execute("insert into job_counter (next) values (1)");
    return database;
  }

  private static DataSource pool(String url) {
    var settings = new HikariConfig();
    settings.setJdbcUrl(url);
    settings.setMaximumPoolSize(8);
    settings.setMinimumIdle(1);
    return new HikariDataSource(settings);
  }

  private static TestDatabase migrated(DataSource source) {
    Flyway.configure().dataSource(source).load().migrate();
    var template = new JdbcTemplate(source);
    return new TestDatabase(
        JdbcClient.create(template),
        template,
        new TransactionTemplate(new JdbcTransactionManager(source)));
  }
}
