package org.gpurma.service.joblog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files that follow each other: the first has the name, each of the others the name and the place
 * of its first byte, as in {@code log.67108880}. All but the last are left as they are.
 */
final class SegmentFiles implements LogBytes {
  private static final long SEGMENT_BYTES = 64L << 20;
  private static final Pattern LATER = Pattern.compile("\\.(\\d{1,18})");

  private final Path first;
  private final long segmentBytes;

  /** By the place of the first byte of each. */
  private final NavigableMap<Long, Path> segments = new ConcurrentSkipListMap<>();

  private FileChannel writer;
  private long writerStart;

  /** Segments before this one are durable. */
  private long durable;

  SegmentFiles(Path first) {
    this(first, SEGMENT_BYTES);
  }

  /**
   * @param segmentBytes with so many, a segment is full
   */
  SegmentFiles(Path first, long segmentBytes) {
    this.first = first;
    this.segmentBytes = segmentBytes;
    segments.put(0L, first);
    findLater();
  }

  private void findLater() {
    if (!Files.isDirectory(first.getParent())) {
      return;
    }
    try (Stream<Path> files = Files.list(first.getParent())) {
      files.forEach(file -> start(file).ifPresent(start -> segments.put(start, file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<Long> start(Path file) {
    String name = file.getFileName().toString();
    String begin = first.getFileName().toString();
    Matcher later = LATER.matcher(name.startsWith(begin) ? name.substring(begin.length()) : "");
    return later.matches() ? Optional.of(Long.parseLong(later.group(1))) : Optional.empty();
  }

  @Override
  public long size() throws IOException {
    Map.Entry<Long, Path> last = segments.lastEntry();
    return Files.exists(last.getValue()) ? last.getKey() + Files.size(last.getValue()) : 0;
  }

  @Override
  public Reading read() {
    return new FileReading();
  }

  @Override
  public void write(ByteBuffer bytes, long position) throws IOException {
    long last = segments.lastKey();
    if (position - last >= segmentBytes) {
      close();
      segments.put(position, first.resolveSibling(first.getFileName() + "." + position));
    }
    Map.Entry<Long, Path> segment = segments.floorEntry(position);
    FileChannel file = writer(segment.getKey(), segment.getValue());
    int begin = bytes.position();
    while (bytes.hasRemaining()) {
      file.write(bytes, position - segment.getKey() + bytes.position() - begin);
    }
  }

  private FileChannel writer(long start, Path file) throws IOException {
    if (writer == null || start != writerStart) {
      close();
      Files.createDirectories(file.getParent());
      writer = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      writerStart = start;
    }
    return writer;
  }

  @Override
  public void truncate(long size) throws IOException {
    close();
    while (segments.lastKey() >= size && segments.lastKey() > 0) {
      Files.deleteIfExists(segments.pollLastEntry().getValue());
    }
    durable = Math.min(durable, segments.lastKey());
    Map.Entry<Long, Path> last = segments.lastEntry();
    if (Files.exists(last.getValue())) {
      try (FileChannel file = FileChannel.open(last.getValue(), StandardOpenOption.WRITE)) {
        file.truncate(size - last.getKey());
      }
    }
  }

  @Override
  public void force() throws IOException {
    for (Map.Entry<Long, Path> segment : segments.tailMap(durable, true).entrySet()) {
      if (Files.exists(segment.getValue())) {
        writer(segment.getKey(), segment.getValue()).force(true);
      }
    }
    durable = segments.lastKey();
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }

  @Override
  public String toString() {
    return first.toString();
  }

  /** Has one file open at a time. */
  private final class FileReading implements Reading {
    private FileChannel file;
    private long start;

    @Override
    public int read(ByteBuffer to, long position) throws IOException {
      Map.Entry<Long, Path> segment = segments.floorEntry(position);
      Long next = segments.higherKey(position);
      if (!open(segment.getKey(), segment.getValue())) {
        return -1;
      }
      int limit = to.limit();
      if (next != null && next - position < to.remaining()) {
        to.limit(to.position() + (int) (next - position));
      }
      int count = file.read(to, position - start);
      to.limit(limit);
      return count;
    }

    private boolean open(long newStart, Path path) throws IOException {
      if (file == null || newStart != start) {
        close();
        if (!Files.exists(path)) {
          return false;
        }
        file = FileChannel.open(path, StandardOpenOption.READ);
        start = newStart;
      }
      return true;
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
        file = null;
      }
    }
  }
}
