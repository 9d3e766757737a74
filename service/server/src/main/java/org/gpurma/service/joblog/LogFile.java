package org.gpurma.service.joblog;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** The file of a log, and its index. Not thread-safe, but for {@link #path}. */
final class LogFile {
  private final Path path;
  private final IndexFile indexFile;
  private LogIndex index;
  private FileChannel writer;
  private Loss loss = new Loss(0, 0);

  /**
   * What a log lacks when it is opened.
   *
   * @param bytes at its end that are no whole entry
   * @param lines that it once had, as its index says; may be negative
   */
  private record Loss(long bytes, long lines) {}

  private LogFile(Path path) {
    this.path = path;
    indexFile = new IndexFile(path.resolveSibling(path.getFileName() + ".index"));
    index = new LogIndex(FileHeader.BYTES);
  }

  static LogFile open(Path path) throws IOException {
    var log = new LogFile(path);
    Files.createDirectories(path.getParent());
    if (Files.exists(path)) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        log.recover(channel);
      }
    }
    return log;
  }

  Path path() {
    return path;
  }

  LogIndex index() {
    return index;
  }

  /** What was lost of the log when it was opened, for its readers. */
  Optional<String> loss() {
    if (loss.lines() > 0) {
      return Optional.of(
          "gap: the log file was cut, and lines %d to %d with it; processes send again what they can"
              .formatted(index.lines() + 1, index.lines() + loss.lines()));
    }
    return loss.bytes() > 0
        ? Optional.of(
            "gap: the last %d bytes of the log file were no whole entry; processes send it again"
                .formatted(loss.bytes()))
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
    if (writer != null) {
      writer.force(true);
      writer.close();
      writer = null;
    }
  }

  /** Takes the index as far as it goes, and reads the rest. */
  private void recover(FileChannel channel) throws IOException {
    boolean hasHeader = hasHeader(channel);
    index = new LogIndex(hasHeader ? FileHeader.BYTES : 0);
    List<Stretch> known = indexFile.read();
    for (Stretch stretch : known) {
      if (stretch.offset() != index.end() || stretch.end() > channel.size()) {
        break;
      }
      index.restore(stretch);
    }
    indexFile.keep(index.stretches());
    readOn(channel);
    long linesOnce = known.isEmpty() ? 0 : known.getLast().linesAfter();
    loss = new Loss(Math.max(0, channel.size() - index.end()), linesOnce - index.lines());
  }

  private void readOn(FileChannel channel) throws IOException {
    var frames = new Frames.Reader(channel, index.end());
    Optional<Entry> entry = next(frames, channel.size());
    while (entry.isPresent()) {
      index.add(entry.get(), frames.position() - index.end());
      if (index.isStretchFull()) {
        index.finishStretch();
      }
      entry = next(frames, channel.size());
    }
  }

  /** Logs of the first version have none. */
  private boolean hasHeader(FileChannel channel) throws IOException {
    try {
      return FileHeader.LOG.find(channel) != FileHeader.Found.OTHER;
    } catch (IOException e) {
      throw new IOException(path + " cannot be read: " + e.getMessage(), e);
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
    if (writer == null) {
      writer = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      writer.truncate(index.end());
      if (index.begin() > 0) {
        // What is written now may be unknown to the version that began the file.
        write(FileHeader.LOG.bytes(), 0);
      }
    }
    write(frames, index.end());
  }

  private void write(ByteBuffer bytes, long position) throws IOException {
    while (bytes.hasRemaining()) {
      writer.write(bytes, position + bytes.position());
    }
  }
}
