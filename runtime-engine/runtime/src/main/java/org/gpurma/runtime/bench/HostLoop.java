package org.gpurma.runtime.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.gpurma.runtime.queue.FlaggedQueueReader;
import org.gpurma.runtime.queue.FlaggedQueueWriter;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.EntryDescriptor;

/**
 * The host of a queue ping-pong: takes every entry of the ping queue and answers with one in the
 * pong queue. The other side, a GPU or a thread, is a C++ program of device-lib/bench that shares a
 * file with this process, so that this loop is measured exactly as the C++ loop is.
 *
 * <pre>
 *       0  ping queue, 64 entries         |  4096  pong queue, 64 entries
 *    8192  entries of it that were taken  |  8256  the same of the pong queue
 *    8320  1: this process is ready       |  8324  entries to come in all
 * </pre>
 */
public final class HostLoop {

  static final int SLOTS = 64;
  static final long PING = 0;
  static final long PONG = SLOTS * (long) EntryDescriptor.BYTES;
  static final long PING_TAKEN = 2 * PONG;
  static final long PONG_TAKEN = PING_TAKEN + 64;
  static final long READY = PONG_TAKEN + 64;
  static final long ENTRIES = READY + Integer.BYTES;
  static final long BYTES = 16384;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SPINS = 1 << 16;

  private final MemorySegment area;
  private final FlaggedQueueReader ping;
  private final FlaggedQueueWriter pong;
  private final BooleanSupplier pinged;

  HostLoop(MemorySegment area) {
    this.area = area;
    ping = new FlaggedQueueReader(area, PING, PING_TAKEN, SLOTS);
    pinged = ping::hasEntry;
    pong = new FlaggedQueueWriter(area, PONG, PONG_TAKEN, SLOTS);
  }

  /** Takes a file that is there already and 16 KiB long, of zeros. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("usage: HostLoop FILE");
      System.exit(2);
    }
    try (Arena arena = Arena.ofConfined();
        FileChannel file =
            FileChannel.open(
                Path.of(arguments[0]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      new HostLoop(file.map(MapMode.READ_WRITE, 0, BYTES, arena)).run();
    }
  }

  /** Answers as many entries as the other side has said. */
  void run() {
    await(() -> SharedInts.getAcquire(area, ENTRIES) != 0);
    int entries = SharedInts.getAcquire(area, ENTRIES);
    SharedInts.setRelease(area, READY, 1);
    for (int i = 0; i < entries; i++) {
      await(pinged);
      answer();
    }
  }

  private static void await(BooleanSupplier arrived) {
    int spins = 0;
    long begin = 0;
    while (!arrived.getAsBoolean()) {
      if (++spins < SPINS) {
        continue;
      }
      spins = 0;
      begin = begin == 0 ? System.nanoTime() : begin;
      if (System.nanoTime() - begin > PATIENCE.toNanos()) {
        throw new IllegalStateException("the other side is silent for " + PATIENCE);
      }
      Thread.onSpinWait();
    }
  }

  /** There is room: the other side waits for each answer. */
  private void answer() {
    for (int piece = EntryDescriptor.PIECES - 1; piece >= 0; piece--) {
      int first = piece * EntryDescriptor.PIECE_WORDS;
      pong.writePiece(piece, ping.word(first), ping.word(first + 1), ping.word(first + 2));
    }
    pong.advance();
    ping.take(1);
  }
}
