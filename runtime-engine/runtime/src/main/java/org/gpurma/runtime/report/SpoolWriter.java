package org.gpurma.runtime.report;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * One thread's way into the spool: it puts records together on its own, and only their transfer to
 * the file is everybody's.
 */
public final class SpoolWriter {

  private static final int ROOM = 256 * 1024;

  private final Spool spool;
  private final CRC32C checksum = new CRC32C();
  private ByteBuffer records = ByteBuffer.allocateDirect(ROOM);
  private int count;
  private int begin;

  SpoolWriter(Spool spool) {
    this.spool = spool;
  }

  /** Where to write the bytes of the next record, exactly so many. */
  public ByteBuffer begin(int bytes) {
    int wanted = SpoolFormat.PREFIX_BYTES + bytes;
    if (wanted > records.remaining()) {
      flush();
      if (wanted > records.remaining()) {
        records = ByteBuffer.allocateDirect(wanted);
      }
    }
    begin = records.position();
    records.putInt(bytes).putInt(0);
    return records;
  }

  /** The record is written. */
  public void end() {
    int end = records.position();
    int length = records.getInt(begin);
    if (end - begin != SpoolFormat.PREFIX_BYTES + length) {
      throw new IllegalStateException(
          "a record of %d bytes was announced, %d were written"
              .formatted(length, end - begin - SpoolFormat.PREFIX_BYTES));
    }
    checksum.reset();
    checksum.update(records.slice(begin + SpoolFormat.PREFIX_BYTES, length));
    records.putInt(begin + Integer.BYTES, (int) checksum.getValue());
    count++;
  }

  /** Hands the records over to the file. */
  public void flush() {
    if (count > 0) {
      int handedOver = count;
      count = 0;
      spool.write(records.flip(), handedOver);
      records.clear();
    }
  }
}
