package org.gpurma.service.joblog;

import java.nio.file.Path;
import java.util.function.Function;
import org.gpurma.service.job.AttemptId;

/**
 * Where logs lie. They ask so little of it (to append, to read from a place, to cut off a torn end)
 * that segments of an object store or of a broker will do as well as files.
 */
public interface LogStore {
  LogBytes log(AttemptId attempt);

  /** What makes opening a log quick. It may be lost: the log says all that it says. */
  LogBytes index(AttemptId attempt);

  /** Files beside each other. */
  static LogStore files(Function<AttemptId, Path> fileOf) {
    return new LogStore() {
      @Override
      public LogBytes log(AttemptId attempt) {
        return new SegmentFiles(fileOf.apply(attempt));
      }

      @Override
      public LogBytes index(AttemptId attempt) {
        return indexBeside(fileOf.apply(attempt));
      }
    };
  }

  /** Of the log that begins with that file. */
  static LogBytes indexBeside(Path file) {
    return new SegmentFiles(file.resolveSibling(file.getFileName() + ".index"));
  }
}
