package org.gpurma.client.access;

import java.time.Instant;
import java.util.List;

/**
 * An API key, without its secret.
 *
 * @param projects whose jobs there are for it; none: all
 * @param expiresAt null: never
 */
public record ApiKey(
    String id,
    String name,
    List<String> projects,
    List<Verb> verbs,
    Instant createdAt,
    Instant expiresAt) {

  public ApiKey {
    projects = projects == null ? List.of() : List.copyOf(projects);
    verbs = verbs == null ? List.of() : List.copyOf(verbs);
  }
}
