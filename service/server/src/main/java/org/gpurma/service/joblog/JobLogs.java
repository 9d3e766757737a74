package org.gpurma.service.joblog;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gpurma.service.job.AttemptId;
import org.gpurma.wire.SpooledRecord;

/** The logs of all attempts; of those that ended only the last used stay open. */
public final class JobLogs {
  private static final int KEPT = 64;

  private final LogStore store;
  private final Map<AttemptId, JobLog> open = new LinkedHashMap<>(16, 0.75f, true);

  public JobLogs(LogStore store) {
    this.store = store;
  }

  public synchronized JobLog of(AttemptId attempt) {
    JobLog log = open.computeIfAbsent(attempt, id -> JobLog.open(store.log(id), store.index(id)));
    if (open.size() > KEPT) {
      open.entrySet().stream()
          .filter(entry -> entry.getValue().sealed() && entry.getValue() != log)
          .findFirst()
          .map(Map.Entry::getKey)
          .ifPresent(open::remove);
    }
    return log;
  }

  /** Loads what reading any log needs: some 100 ms, that the first reader would wait for. */
  public static void prepare() {
    Entry.sent(0, SpooledRecord.getDefaultInstance());
  }

  /** Lets every follower go; the files stay as they are. */
  public synchronized void close() {
    open.values().forEach(JobLog::seal);
  }
}
