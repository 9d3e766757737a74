package org.gpurma.service.testing;

import java.util.List;

/** The databases that the service works with; what it stores holds on each of them. */
public enum Engine {
  EMBEDDED,
  POSTGRESQL,
  CONTAINER;

  /** Those that are on this machine. */
  public static List<Engine> here() {
    return PostgresContainer.missing().isEmpty()
        ? List.of(values())
        : List.of(EMBEDDED, POSTGRESQL);
  }
}
