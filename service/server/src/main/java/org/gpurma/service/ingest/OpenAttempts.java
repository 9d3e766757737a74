package org.gpurma.service.ingest;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.gpurma.service.job.AttemptId;

/** All attempts that may report now. */
public final class OpenAttempts {
  private final Map<AttemptId, OpenAttempt> open = new ConcurrentHashMap<>();

  public void add(OpenAttempt attempt) {
    open.put(attempt.id(), attempt);
  }

  public void remove(AttemptId id) {
    open.remove(id);
  }

  public Optional<OpenAttempt> find(AttemptId id) {
    return Optional.ofNullable(open.get(id));
  }
}
