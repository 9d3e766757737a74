package org.gpurma.service.ingest;

import org.gpurma.service.job.AttemptId;
import org.gpurma.wire.SpooledRecord;

/** Hears of every record once, in the order of its process, after it was stored. */
@FunctionalInterface
public interface RecordListener {
  /** Any record but lines. */
  void reported(AttemptId attempt, int process, SpooledRecord record);

  /** So many lines of ranks. */
  default void logged(AttemptId attempt, int lines) {}

  /** One that was reported before the service was started again; none of lines. */
  default void replayed(AttemptId attempt, int process, SpooledRecord record) {}
}
