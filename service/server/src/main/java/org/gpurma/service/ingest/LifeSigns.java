package org.gpurma.service.ingest;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** When each process of an attempt was heard of last. */
public final class LifeSigns {
  private final Map<Integer, Long> heard = new ConcurrentHashMap<>();

  public void heard(int process) {
    heard.put(process, System.nanoTime());
  }

  /** For how long it has been silent; empty where it was never heard of. */
  public Optional<Duration> silence(int process) {
    return Optional.ofNullable(heard.get(process))
        .map(at -> Duration.ofNanos(System.nanoTime() - at));
  }
}
