package org.gpurma.service;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a second service off a PostgreSQL database, by an advisory lock that lasts as long as its
 * connection. Of the embedded database the file itself is locked.
 */
final class DatabaseClaim implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseClaim.class);

  /** "gpurma" in ASCII: other users of the database lock other numbers. */
  private static final long LOCK = 0x6770_7572_6d61L;

  private static final long PAUSE_MILLIS = 250;

  private final DataSource source;
  private final Duration patience;
  private Connection connection;

  /**
   * @param patience how long a service that had the database before may take to end
   */
  DatabaseClaim(DataSource source, Duration patience) {
    this.source = source;
    this.patience = patience;
  }

  /**
   * @throws DatabaseInUse.ClaimedException where another service has it
   */
  void take() throws SQLException, InterruptedException {
    connection = source.getConnection();
    if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
      close();
      return;
    }
    Instant deadline = Instant.now().plus(patience);
    boolean waits = false;
    while (!isMine()) {
      if (Instant.now().isAfter(deadline)) {
        close();
        throw new DatabaseInUse.ClaimedException();
      }
      if (!waits) {
        LOG.info("another service uses the database; waiting for it to end");
        waits = true;
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private boolean isMine() throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("select pg_try_advisory_lock(" + LOCK + ")")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  @Override
  public void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
  }
}
