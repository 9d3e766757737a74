package org.gpurma.service.ingest;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gpurma.service.joblog.Entry;
import org.gpurma.service.joblog.Frames;
import org.gpurma.wire.Protocol;

/** Reads what a process left in its spool file, which the wire contract draws. */
public final class SpoolReader {
  private static final byte[] MAGIC = "GPURMA".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER = MAGIC.length + Short.BYTES;
  private static final int BATCH_RECORDS = 1024;
  private static final long BATCH_BYTES = 1 << 20;

  /** Takes records, and the index of the first of them. */
  @FunctionalInterface
  public interface Consumer {
    void accept(long firstIndex, List<Entry.Sent> records);
  }

  /**
   * What is wrong with a spool.
   *
   * @param firstLost index of the first record that it does not give back
   */
  public record Damage(long firstLost, String what) {}

  private final Frames.Reader frames;
  private final long limit;
  private final Consumer consumer;
  private final int process;
  private final List<Entry.Sent> batch = new ArrayList<>();
  private long index;

  private SpoolReader(FileChannel file, int process, Consumer consumer) throws IOException {
    this.process = process;
    frames = new Frames.Reader(file::read, HEADER);
    limit = file.size();
    this.consumer = consumer;
  }

  /**
   * Hands over all whole records from an index on, in batches. A process that was killed may have
   * left half a record at the end.
   *
   * @return what is wrong with the spool, if anything is
   */
  public static Optional<Damage> read(Path spool, int process, long firstIndex, Consumer consumer)
      throws IOException {
    if (!Files.exists(spool)) {
      return Optional.empty();
    }
    try (FileChannel file = FileChannel.open(spool, StandardOpenOption.READ)) {
      ByteBuffer header = header(file);
      if (header.remaining() < HEADER || !header.slice(0, MAGIC.length).equals(magic())) {
        return file.size() == 0
            ? Optional.empty()
            : Optional.of(
                new Damage(0, "is damaged from its beginning: " + file.size() + " bytes are lost"));
      }
      int version = header.getShort(MAGIC.length);
      return version == Protocol.CURRENT_VALUE
          ? new SpoolReader(file, process, consumer).read(firstIndex)
          : Optional.of(
              new Damage(
                  0,
                  "cannot be read: it is of version %d of the wire contract, this service's is %d"
                      .formatted(version, Protocol.CURRENT_VALUE)));
    }
  }

  private static ByteBuffer header(FileChannel file) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    while (header.hasRemaining() && file.read(header, header.position()) > 0) {
      // Until the header is read or the file ends.
    }
    return header.flip();
  }

  private static ByteBuffer magic() {
    return ByteBuffer.wrap(MAGIC);
  }

  private Optional<Damage> read(long firstIndex) throws IOException {
    long batchBegin = frames.position();
    Optional<ByteBuffer> frame = frames.next(limit);
    while (frame.isPresent()) {
      if (index >= firstIndex) {
        batch.add(parse(frame.get()));
      }
      index++;
      if (batch.size() == BATCH_RECORDS || frames.position() - batchBegin >= BATCH_BYTES) {
        handOver();
        batchBegin = frames.position();
      }
      frame = frames.next(limit);
    }
    handOver();
    long left = limit - frames.position();
    return left == 0
        ? Optional.empty()
        : Optional.of(
            new Damage(
                index,
                "holds %d bytes behind its %d whole records that are no record"
                    .formatted(left, index)));
  }

  private void handOver() {
    if (!batch.isEmpty()) {
      consumer.accept(index - batch.size(), List.copyOf(batch));
      batch.clear();
    }
  }

  /** The record outlives the frame. */
  private Entry.Sent parse(ByteBuffer frame) throws IOException {
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    try {
      return Entry.sent(process, bytes, 0, bytes.length);
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("record " + index + " of a spool is not readable", e);
    }
  }
}
