package org.gpurma.service.joblog;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Bytes that grow at their end: of a log, or of its index. They are counted from the first one that
 * ever was. One thread writes; any number read beside it what was written before they were told of
 * it.
 */
public interface LogBytes extends AutoCloseable {
  /** Reads from any place. */
  interface Reading extends Frames.Source, AutoCloseable {
    @Override
    void close() throws IOException;
  }

  /** 0 where nothing was ever written. */
  long size() throws IOException;

  /** Opens nothing before it is read from. */
  Reading read();

  /** Writes all of them: at the end, or over what is there already. */
  void write(ByteBuffer bytes, long position) throws IOException;

  /** What lies behind so many bytes was never written. */
  void truncate(long size) throws IOException;

  /** Makes all that was written durable. */
  void force() throws IOException;

  /** Lets go of what it was written with; more can be written all the same. */
  @Override
  void close() throws IOException;
}
