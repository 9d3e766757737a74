package org.gpurma.service.joblog;

import java.time.Instant;

/** The line that stands for lines that cannot be read. */
final class Damage {
  static final Source SOURCE = new Source(Channel.SERVICE, Level.WARNING, Source.NONE, Source.NONE);

  private Damage() {}

  static LogLine line(long first, long last, Instant time) {
    return new LogLine(
        last,
        SOURCE.channel(),
        SOURCE.level(),
        null,
        null,
        null,
        null,
        time,
        "gap: lines %d to %d cannot be read, the log file is damaged".formatted(first, last),
        new Gap(Gap.Of.LOG, first, last));
  }
}
