package org.gpurma.service.joblog;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The bytes of a log, and its index. Not thread-safe, but for {@link #bytes}. */
final class LogFile {
  private final LogBytes bytes;
  private final IndexFile indexFile;
  private LogIndex index;
  private boolean writing;
  private Loss loss = new Loss(0, 0);

  /**
   * What a log lacks when it is opened.
   *
   * @param bytes at its end that are no whole entry
   * @param lines that it once had, as its index says; may be negative
   */
  private record Loss(long bytes, long lines) {}

  private LogFile(LogBytes bytes, LogBytes indexBytes) {
    this.bytes = bytes;
    indexFile = new IndexFile(indexBytes);
    index = new LogIndex(FileHeader.BYTES);
  }

  static LogFile open(LogBytes bytes, LogBytes indexBytes) throws IOException {
    var log = new LogFile(bytes, indexBytes);
    try (LogBytes.Reading reading = bytes.read()) {
      log.recover(reading);
    }
    return log;
  }

  LogBytes bytes() {
    return bytes;
  }

  LogIndex index() {
    return index;
  }

  /** What was lost of the log when it was opened. */
  record LostLines(Gap gap, String text) {}

  /** For its readers. Where no process sends the lines again, others take their numbers. */
  Optional<LostLines> loss() {
    long first = index.lines() + 1;
    if (loss.lines() > 0) {
      long last = index.lines() + loss.lines();
      return Optional.of(
          new LostLines(
              new Gap(Gap.Of.LOG, first, last),
              "the log file was cut, and lines %d to %d with it; processes send again what they can"
                  .formatted(first, last)));
    }
    return loss.bytes() > 0
        ? Optional.of(
            new LostLines(
                new Gap(Gap.Of.LOG, first, null),
                "the last %d bytes of the log file were no whole entry; processes send it again"
                    .formatted(loss.bytes())))
        : Optional.empty();
  }

  /** Appends all of the entries, or, with an exception, none that is read. */
  void append(List<? extends Entry> entries) throws IOException {
    List<Frames.Payload> payloads = entries.stream().map(Entry::payload).toList();
    write(Frames.encode(payloads));
    for (int i = 0; i < payloads.size(); i++) {
      index.add(entries.get(i), Frames.bytes(payloads.get(i)));
      if (index.isStretchFull()) {
        index.finishStretch();
      }
    }
    indexFile.save(index.stretches());
  }

  /** Makes all that there is durable, and opening it again quick. */
  void finish() throws IOException {
    index.finishStretch();
    indexFile.save(index.stretches());
    indexFile.close();
    bytes.force();
    bytes.close();
  }

  /** Takes the index as far as it goes, and reads the rest. */
  private void recover(Frames.Source source) throws IOException {
    long size = bytes.size();
    boolean hasHeader = hasHeader(source);
    index = new LogIndex(hasHeader ? FileHeader.BYTES : 0);
    List<Stretch> known = indexFile.read();
    for (Stretch stretch : known) {
      if (stretch.offset() != index.end() || stretch.end() > size) {
        break;
      }
      index.restore(stretch);
    }
    indexFile.keep(index.stretches().size());
    readOn(source, size);
    long linesOnce = known.isEmpty() ? 0 : known.getLast().linesAfter();
    loss = new Loss(Math.max(0, size - index.end()), linesOnce - index.lines());
  }

  private void readOn(Frames.Source source, long size) throws IOException {
    var frames = new Frames.Reader(source, index.end());
    Optional<Entry> entry = next(frames, size);
    while (entry.isPresent()) {
      index.add(entry.get(), frames.position() - index.end());
      if (index.isStretchFull()) {
        index.finishStretch();
      }
      entry = next(frames, size);
    }
  }

  /** Logs of the first version have none. */
  private boolean hasHeader(Frames.Source source) throws IOException {
    try {
      return FileHeader.LOG.find(source) != FileHeader.Found.OTHER;
    } catch (IOException e) {
      throw new IOException(bytes + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static Optional<Entry> next(Frames.Reader frames, long limit) throws IOException {
    Optional<ByteBuffer> payload = frames.next(limit);
    return payload.isPresent() ? Optional.of(decode(payload.get(), frames)) : Optional.empty();
  }

  static Entry decode(ByteBuffer payload, Frames.Reader frames) throws IOException {
    try {
      return Entry.decode(payload);
    } catch (InvalidProtocolBufferException e) {
      throw new IOException(
          "the log entry before byte " + frames.position() + " is not readable", e);
    }
  }

  /** Always at the end of the last whole entry, also after a write that failed halfway. */
  private void write(ByteBuffer frames) throws IOException {
    if (!writing) {
      bytes.truncate(index.end());
      if (index.begin() > 0) {
        // What is written now may be unknown to the version that began the file.
        bytes.write(FileHeader.LOG.bytes(), 0);
      }
      writing = true;
    }
    bytes.write(frames, index.end());
  }
}
