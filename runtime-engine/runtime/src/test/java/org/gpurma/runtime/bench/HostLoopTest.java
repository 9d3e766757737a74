package org.gpurma.runtime.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gpurma.runtime.queue.SharedInts;
import org.gpurma.runtime.records.EntryDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HostLoopTest {

  private static final int ENTRIES = 3 * HostLoop.SLOTS + 5;

  @TempDir private Path folder;

  private static long slot(long ring, int entry, int piece) {
    return ring
        + (long) (entry % HostLoop.SLOTS) * EntryDescriptor.BYTES
        + (long) piece * EntryDescriptor.PIECE_BYTES;
  }

  private static void send(MemorySegment area, int entry) {
    for (int piece = 0; piece < EntryDescriptor.PIECES; piece++) {
      long at = slot(HostLoop.PING, entry, piece);
      area.set(ValueLayout.JAVA_INT, at, 1000 * entry + piece);
      SharedInts.setRelease(area, at + EntryDescriptor.SEQUENCE_OFFSET, entry + 1);
    }
  }

  private static void awaitAnswer(MemorySegment area, int entry) {
    for (int piece = 0; piece < EntryDescriptor.PIECES; piece++) {
      long at = slot(HostLoop.PONG, entry, piece);
      while (SharedInts.getAcquire(area, at + EntryDescriptor.SEQUENCE_OFFSET) != entry + 1) {
        Thread.onSpinWait();
      }
      assertThat(area.get(ValueLayout.JAVA_INT, at)).isEqualTo(1000 * entry + piece);
    }
    SharedInts.setRelease(area, HostLoop.PONG_TAKEN, entry + 1);
  }

  @Test
  void everyEntryIsAnsweredWithItselfAlsoWhenTheQueuesWrapAround() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment area = arena.allocate(HostLoop.BYTES, 64);
      SharedInts.setRelease(area, HostLoop.ENTRIES, ENTRIES);
      CompletableFuture<Void> host = CompletableFuture.runAsync(new HostLoop(area)::run);

      for (int entry = 0; entry < ENTRIES; entry++) {
        send(area, entry);
        awaitAnswer(area, entry);
      }

      host.get(10, TimeUnit.SECONDS);
      assertThat(SharedInts.getAcquire(area, HostLoop.READY)).isEqualTo(1);
      assertThat(SharedInts.getAcquire(area, HostLoop.PING_TAKEN)).isEqualTo(ENTRIES);
    }
  }

  @Test
  void theAreaIsAFileThatAnotherProgramMapsToo() throws Exception {
    Path path = Files.write(folder.resolve("area"), new byte[(int) HostLoop.BYTES]);
    try (Arena arena = Arena.ofShared();
        FileChannel file =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment area = file.map(MapMode.READ_WRITE, 0, HostLoop.BYTES, arena);
      CompletableFuture<Void> host =
          CompletableFuture.runAsync(
              () -> {
                try {
                  HostLoop.main(new String[] {path.toString()});
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });

      SharedInts.setRelease(area, HostLoop.ENTRIES, 1);
      send(area, 0);
      awaitAnswer(area, 0);

      host.get(10, TimeUnit.SECONDS);
    }
  }
}
