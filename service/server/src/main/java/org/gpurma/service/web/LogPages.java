package org.gpurma.service.web;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gpurma.service.joblog.FilteredLog;
import org.gpurma.service.joblog.JobLog;
import org.gpurma.service.joblog.LogFilter;
import org.springframework.stereotype.Component;

/** What was counted of logs lately: whoever turns pages need not wait for it again. */
@Component
final class LogPages {
  private static final int KEPT = 64;

  private final Map<Key, FilteredLog> kept = new LinkedHashMap<>(16, 0.75f, true);

  private record Key(JobLog log, LogFilter filter) {}

  synchronized FilteredLog of(JobLog log, LogFilter filter) {
    FilteredLog found =
        kept.computeIfAbsent(new Key(log, filter), _ -> new FilteredLog(log, filter));
    if (kept.size() > KEPT) {
      kept.remove(kept.keySet().iterator().next());
    }
    return found;
  }
}
