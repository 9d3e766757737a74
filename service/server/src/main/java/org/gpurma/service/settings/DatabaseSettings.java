package org.gpurma.service.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The database server of {@code spring.datasource.*}, where there is one, as {@code
 * gpurma.database.*}.
 *
 * @param patience how long a service that had the database before may take to end
 */
@ConfigurationProperties("gpurma.database")
public record DatabaseSettings(@DefaultValue("30s") Duration patience) {
  public DatabaseSettings {
    Setting.notNegative("gpurma.database.patience", patience);
  }
}
