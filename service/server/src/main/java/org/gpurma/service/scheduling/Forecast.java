package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * When the waiting jobs start if every job takes its whole walltime and no other job comes: the
 * scheduler itself, run ahead of time.
 */
public final class Forecast {
  private final Map<Long, Long> starts = new HashMap<>();
  private final Policy policy;
  private final long[] wakeUps;

  private Forecast(Snapshot snapshot, Policy policy) {
    this.policy = policy;
    this.wakeUps =
        snapshot
            .queue()
            .requests()
            .mapToLong(Request::notBefore)
            .filter(at -> at > snapshot.now())
            .sorted()
            .toArray();
  }

  /**
   * @param mostLooks how many times the queue is looked at; jobs that have not started by then are
   *     left out
   */
  public static Forecast of(Snapshot snapshot, Policy policy, int mostLooks) {
    var forecast = new Forecast(snapshot, policy);
    forecast.run(snapshot, mostLooks);
    return forecast;
  }

  /** When a job starts, in milliseconds; empty where that is further off than was looked. */
  public OptionalLong startOf(Request request) {
    Long at = starts.get(request.number());
    return at == null ? OptionalLong.empty() : OptionalLong.of(at);
  }

  private void run(Snapshot begin, int mostLooks) {
    Snapshot snapshot = begin;
    for (int looks = 0; looks < mostLooks && snapshot.queue().size() > 0; looks++) {
      Decisions decisions = Scheduler.decide(snapshot, policy);
      for (Start start : decisions.starts()) {
        starts.put(start.request().number(), snapshot.now());
      }
      snapshot = snapshot.after(decisions);
      OptionalLong next = next(snapshot);
      if (next.isEmpty()) {
        return;
      }
      snapshot = advance(snapshot, next.getAsLong());
    }
  }

  private OptionalLong next(Snapshot snapshot) {
    long next = Long.MAX_VALUE;
    for (Running job : snapshot.running().all()) {
      next = Math.min(next, end(job, snapshot.now()));
      if (job.expectedEnd() > snapshot.now()) {
        break;
      }
    }
    for (long wakeUp : wakeUps) {
      if (wakeUp > snapshot.now()) {
        next = Math.min(next, wakeUp);
        break;
      }
    }
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  private long end(Running job, long now) {
    return job.expectedEnd() > now ? job.expectedEnd() : now + policy.overrun();
  }

  private Snapshot advance(Snapshot snapshot, long time) {
    List<Running> ended = new ArrayList<>();
    for (Running job : snapshot.running().all()) {
      if (job.expectedEnd() > time) {
        break;
      }
      if (end(job, snapshot.now()) <= time) {
        ended.add(job);
      }
    }
    return snapshot.at(time).with(snapshot.running().without(ended));
  }
}
