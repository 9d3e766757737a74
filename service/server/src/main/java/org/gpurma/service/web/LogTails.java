package org.gpurma.service.web;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.springframework.stereotype.Component;

/** The tails of all logs that anybody follows. */
@Component
final class LogTails {
  /** Of all tails together. A busy log grows by 40 MB/s, and some follower is always late. */
  private static final int MOST_BYTES = 64 << 20;

  private static final int MOST_BYTES_OF_ONE = 16 << 20;

  private final Map<Key, Shared> tails = new HashMap<>();
  private volatile int share = MOST_BYTES_OF_ONE;

  private record Key(JobLog log, LogFilter filter, LogFormat format) {}

  private record Shared(LogTail tail, int followers) {}

  /** A follower's hold on a tail. */
  record Membership(LogTails tails, Key key, LogTail tail) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      tails.leave(key);
    }
  }

  synchronized Membership join(JobLog log, LogFilter filter, LogFormat format) {
    var key = new Key(log, filter, format);
    Shared shared =
        tails.compute(
            key,
            (_, old) ->
                old == null
                    ? new Shared(new LogTail(log, filter, format, () -> share), 1)
                    : new Shared(old.tail(), old.followers() + 1));
    divide();
    return new Membership(this, key, shared.tail());
  }

  /** Of all logs. */
  synchronized int followers() {
    return tails.values().stream().mapToInt(Shared::followers).sum();
  }

  private synchronized void leave(Key key) throws IOException {
    Shared shared = tails.get(key);
    if (shared.followers() > 1) {
      tails.put(key, new Shared(shared.tail(), shared.followers() - 1));
    } else {
      tails.remove(key);
      shared.tail().close();
      divide();
    }
  }

  private void divide() {
    share = Math.min(MOST_BYTES_OF_ONE, MOST_BYTES / Math.max(1, tails.size()));
  }
}
