package org.gpurma.service.ingest;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.gpurma.wire.SpooledRecord;

/** Reads what a process left in its spool file. */
public final class SpoolReader {
  private static final int BATCH = 1024;

  private SpoolReader() {}

  /**
   * Hands over all whole records in batches; a process that was killed may have left half a record
   * at the end.
   *
   * @return whether there was such a half record
   */
  public static boolean read(Path spool, Consumer<List<SpooledRecord>> consumer)
      throws IOException {
    if (!Files.exists(spool)) {
      return false;
    }
    boolean torn = false;
    List<SpooledRecord> batch = new ArrayList<>();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(spool), 64 << 10)) {
      SpooledRecord record = next(in);
      while (record != null) {
        batch.add(record);
        if (batch.size() == BATCH) {
          consumer.accept(List.copyOf(batch));
          batch.clear();
        }
        record = next(in);
      }
    } catch (TornRecordException _) {
      torn = true;
    }
    consumer.accept(List.copyOf(batch));
    return torn;
  }

  private static SpooledRecord next(InputStream in) throws TornRecordException {
    try {
      return SpooledRecord.parseDelimitedFrom(in);
    } catch (IOException e) {
      throw new TornRecordException(e);
    }
  }

  private static final class TornRecordException extends IOException {
    TornRecordException(IOException cause) {
      super(cause);
    }
  }
}
