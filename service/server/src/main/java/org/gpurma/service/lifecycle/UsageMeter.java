package org.gpurma.service.lifecycle;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.gpurma.service.job.PastUse;

/**
 * What projects held of late, as a number of GPUs: a GPU held for the whole past is 1, and what was
 * held a half-life ago counts half. Times are in milliseconds. Not thread-safe.
 */
final class UsageMeter {
  private static final class Use {
    private double average;
    private int held;
    private long at;
  }

  private final double halfLife;
  private final Map<String, Use> uses = new HashMap<>();

  UsageMeter(Duration halfLife) {
    this.halfLife = halfLife.toMillis();
  }

  /** Takes in what was held before this meter was there. */
  void past(PastUse past, long now) {
    long ended = Math.min(now, past.ended().toEpochMilli());
    long began = Math.min(ended, past.began().toEpochMilli());
    Use use = use(past.project(), now);
    use.average += past.gpus() * (remains(now - ended) - remains(now - began));
  }

  void holds(String project, int more, long now) {
    use(project, now).held += more;
  }

  double average(String project, long now) {
    return use(project, now).average;
  }

  Set<String> projects() {
    return Set.copyOf(uses.keySet());
  }

  private Use use(String project, long now) {
    Use use = uses.computeIfAbsent(project, _ -> new Use());
    if (use.at > 0 && now > use.at) {
      double left = remains(now - use.at);
      use.average = use.average * left + use.held * (1 - left);
    }
    use.at = Math.max(use.at, now);
    return use;
  }

  private double remains(long age) {
    return Math.pow(2, -age / halfLife);
  }
}
