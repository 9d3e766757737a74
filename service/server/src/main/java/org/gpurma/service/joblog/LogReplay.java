package org.gpurma.service.joblog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads what processes reported; lines are passed without being decoded. */
final class LogReplay {
  private LogReplay() {}

  static void run(JobLog log, Consumer<Entry.Reported> consumer) throws IOException {
    try (LogBytes.Reading bytes = log.read()) {
      long limit = log.end().size();
      var frames = new Frames.Reader(bytes, log.placeAt(0, LogFilter.ALL).offset());
      while (frames.position() < limit) {
        Optional<ByteBuffer> payload = frames.next(limit);
        if (payload.isEmpty()) {
          frames.seek(log.placeBehind(frames.position()).offset());
        } else if (payload.get().get(0) == Entry.REPORTED
            && LogFile.decode(payload.get(), frames) instanceof Entry.Reported reported) {
          consumer.accept(reported);
        }
      }
    }
  }
}
