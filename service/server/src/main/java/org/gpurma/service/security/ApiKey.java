package org.gpurma.service.security;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.Set;

/**
 * A key as it is stored.
 *
 * @param projects whose jobs there are for it; none: all
 * @param expiresAt null: never
 */
public record ApiKey(
    String id,
    @JsonIgnore String secretHash,
    String name,
    Set<String> projects,
    Set<Verb> verbs,
    Instant createdAt,
    Instant expiresAt) {

  public ApiKey {
    projects = Set.copyOf(projects);
    verbs = Set.copyOf(verbs);
  }

  boolean holdsAt(Instant now) {
    return expiresAt == null || now.isBefore(expiresAt);
  }

  Caller caller() {
    return new Caller(name, projects, verbs);
  }
}
