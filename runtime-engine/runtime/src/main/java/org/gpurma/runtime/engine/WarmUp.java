package org.gpurma.runtime.engine;

import java.time.Duration;
import org.gpurma.runtime.records.LaneDescriptor;

/**
 * Small puts of a process to itself, through everything that a put over the network goes through,
 * before the kernel is launched: the first puts of the ranks then meet compiled code. The JVM
 * compiles a method well after some 5000 calls (Tier4InvocationThreshold), which a short job may
 * never reach.
 */
public final class WarmUp {

  private static final Duration LIMIT = Duration.ofSeconds(1);
  private static final int WINDOW_BYTES = LaneDescriptor.PACKET_BYTES;
  private static final int SMALL_BYTES = 4;

  /** Every so many puts is one that fills the lane's packet. */
  private static final int LARGE_EVERY = 8;

  private final Services services;
  private final PlayedRank rank;
  private final JobMemory memory;
  private final int target;

  /** Takes surroundings of the job. Its first rank is played; its memory is left as it was. */
  public WarmUp(Services.Surroundings around) {
    services = Services.of(around);
    memory = around.memory();
    target = around.topology().rankStart();
    rank = new PlayedRank(memory.firstHostArea(), memory.hostLayout(), memory.sizes());
  }

  /** While it runs, nobody else sends to this process. */
  public void run(int puts) {
    rank.allocate(WINDOW_BYTES);
    work();
    long window = rank.answer();
    if (window != 0) {
      rank.createWindow(window, WINDOW_BYTES);
      work();
      putToItself(puts);
      rank.free(window);
      work();
    }
    memory.firstHostArea().fill((byte) 0);
  }

  private void putToItself(int puts) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    for (int i = 0; i < puts && System.nanoTime() - deadline < 0; i++) {
      int bytes = i % LARGE_EVERY == 0 ? WINDOW_BYTES : SMALL_BYTES;
      rank.put(target, bytes);
      while (!rank.take(bytes)) {
        work();
      }
    }
  }

  private void work() {
    services.departures().work();
    services.arrivals().work();
  }
}
