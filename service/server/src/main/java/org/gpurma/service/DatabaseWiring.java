package org.gpurma.service;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.gpurma.service.settings.DatabaseSettings;
import org.gpurma.service.settings.ServiceSettings;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The embedded database in the data folder, unless {@code spring.datasource.url} names another one.
 */
@Configuration(proxyBeanMethods = false)
class DatabaseWiring {
  /**
   * A write delay of 0 stores a transaction before its commit returns; the default of half a second
   * would lose jobs that were acknowledged already.
   */
  private static final String OPTIONS =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";

  @Bean
  @ConditionalOnProperty(
      name = "spring.datasource.url",
      matchIfMissing = true,
      havingValue = "none")
  JdbcConnectionDetails embeddedDatabase(ServiceSettings settings) throws IOException {
    Files.createDirectories(settings.dataFolder());
    String url = "jdbc:h2:file:" + settings.dataFolder().resolve("service") + OPTIONS;
    return new Embedded(url);
  }

  /** Nothing is read or changed before the database is this service's alone. */
  @Bean
  FlywayMigrationStrategy claimFirst(DatabaseClaim claim) {
    return schema -> {
      try {
        claim.take();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
      schema.migrate();
    };
  }

  @Bean
  DatabaseClaim databaseClaim(DataSource source, DatabaseSettings settings) {
    return new DatabaseClaim(source, settings.patience());
  }

  private record Embedded(String getJdbcUrl) implements JdbcConnectionDetails {
    @Override
    public String getUsername() {
      return "gpurma";
    }

    @Override
    public String getPassword() {
      return "";
    }
  }
}
