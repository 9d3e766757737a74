package org.gpurma.service.joblog;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The finished stretches of the index, beside the log. It may be missing or lack stretches: the log
 * says all that it says.
 */
final class IndexFile {
  private final LogBytes file;

  /** Where each stretch that was read ends in the file. */
  private final List<Long> ends = new ArrayList<>();

  /** Stretches of the index that the file holds, and where they end. */
  private int saved;

  private long end;

  IndexFile(LogBytes file) {
    this.file = file;
  }

  /** What the file says, up to where it is damaged. */
  List<Stretch> read() throws IOException {
    List<Stretch> stretches = new ArrayList<>();
    try (LogBytes.Reading bytes = file.read()) {
      if (FileHeader.INDEX.isAt(bytes)) {
        long size = file.size();
        var frames = new Frames.Reader(bytes, FileHeader.BYTES);
        Optional<ByteBuffer> frame = frames.next(size);
        while (frame.isPresent()) {
          stretches.add(Stretch.decode(frame.get()));
          ends.add(frames.position());
          frame = frames.next(size);
        }
      }
    } catch (BufferUnderflowException e) {
      throw new IOException(file + " is not readable; without it, it is made anew", e);
    }
    return stretches;
  }

  /**
   * The index begins with so many of the stretches that were read; the others are wrong and must
   * not be found again once the log has grown.
   */
  void keep(int stretches) throws IOException {
    saved = stretches;
    end = saved == 0 ? 0 : ends.get(saved - 1);
    ends.clear();
    if (file.size() > end) {
      file.truncate(end);
    }
  }

  /** Adds the stretches that the file lacks. */
  void save(List<Stretch> stretches) throws IOException {
    if (saved == stretches.size()) {
      return;
    }
    List<Frames.Payload> missing =
        stretches.subList(saved, stretches.size()).stream().map(IndexFile::payload).toList();
    ByteBuffer frames = Frames.encode(missing);
    file.truncate(end);
    if (end == 0) {
      file.write(FileHeader.INDEX.bytes(), 0);
      end = FileHeader.BYTES;
    }
    file.write(frames, end);
    end += frames.limit();
    saved = stretches.size();
  }

  private static Frames.Payload payload(Stretch stretch) {
    return Frames.Payload.of(stretch.encode());
  }

  void close() throws IOException {
    file.close();
  }
}
