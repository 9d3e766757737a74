package org.gpurma.service.testing;

import java.util.UUID;
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
  public static TestDatabase create() {
    var source = new JdbcDataSource();
    source.setURL(
        "jdbc:h2:mem:"
            + UUID.randomUUID()
            + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_DELAY=-1");
    Flyway.configure().dataSource(source).load().migrate();
    return on(source);
  }

  private static TestDatabase on(DataSource source) {
    var template = new JdbcTemplate(source);
    return new TestDatabase(
        JdbcClient.create(template),
        template,
        new TransactionTemplate(new JdbcTransactionManager(source)));
  }
}
