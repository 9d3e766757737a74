package org.gpurma.service.ingest;

import org.gpurma.service.job.AttemptId;
import org.gpurma.wire.SpooledRecord;

/** Hears of every record once, in the order of its process, after it was stored. */
@FunctionalInterface
public interface RecordListener {
  void reported(AttemptId attempt, int process, SpooledRecord record);
}
