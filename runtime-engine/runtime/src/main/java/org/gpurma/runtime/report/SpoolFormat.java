package org.gpurma.runtime.report;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.gpurma.wire.Protocol;

/** What a spool file looks like, as the wire contract says. */
final class SpoolFormat {

  static final int HEADER_BYTES = 8;

  /** Before each record: its length and its checksum. */
  static final int PREFIX_BYTES = 8;

  /** Of one record. */
  static final int MOST_BYTES = 16 << 20;

  private static final byte[] MAGIC = "GPURMA".getBytes(StandardCharsets.US_ASCII);

  private SpoolFormat() {}

  static ByteBuffer header() {
    return ByteBuffer.allocate(HEADER_BYTES)
        .put(MAGIC)
        .putShort((short) Protocol.CURRENT_VALUE)
        .flip();
  }

  static int checksum(ByteBuffer bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }
}
