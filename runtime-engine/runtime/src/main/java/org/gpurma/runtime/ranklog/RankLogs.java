package org.gpurma.runtime.ranklog;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.runtime.device.SharedMemory;
import org.gpurma.runtime.failure.FailureBoard;
import org.gpurma.runtime.records.HostAreaLayout;
import org.gpurma.runtime.records.QueueSizes;
import org.gpurma.runtime.report.Spool;
import org.gpurma.runtime.report.SpoolWriter;

/**
 * Takes the log queues of all ranks of a process to the spool, on threads of its own: each serves a
 * part of the ranks.
 */
public final class RankLogs implements AutoCloseable {

  /** Fewer do not keep a thread busy, as they are slowed down by their own queues. */
  private static final int LEAST_RANKS_A_THREAD = 16;

  private static final int MOST_THREADS = 8;

  /** For the threads that serve commands and the network, and the upload. */
  private static final int OTHER_CORES = 4;

  private final List<LogThread> threads = new ArrayList<>();

  /** Takes the host areas of the ranks in order. */
  public RankLogs(
      int rankStart,
      List<SharedMemory> areas,
      HostAreaLayout layout,
      QueueSizes sizes,
      Spool spool,
      FailureBoard failures,
      LogPressure pressure) {
    int count = threads(areas.size(), Runtime.getRuntime().availableProcessors());
    for (int thread = 0; thread < count; thread++) {
      int first = areas.size() * thread / count;
      int end = areas.size() * (thread + 1) / count;
      SpoolWriter writer = spool.writer();
      List<RankLog> logs = new ArrayList<>();
      for (int i = first; i < end; i++) {
        MemorySegment area = areas.get(i).host();
        LogQueue queue =
            new LogQueue(
                area, layout.logRing(), layout.logConsumed(), layout.logDropped(), sizes.log());
        logs.add(new RankLog(rankStart + i, queue, writer));
      }
      threads.add(
          new LogThread(
              "log-" + thread,
              logs,
              // Half a queue: the rank fills the other half meanwhile.
              Math.max(1, sizes.log() / 2),
              spool,
              writer,
              failures,
              pressure));
    }
  }

  /**
   * How many threads serve so many ranks, where the process may run on so many cores: one where
   * cores are few, for then the ranks of the emulator or the other threads need them more.
   */
  static int threads(int ranks, int cores) {
    int spare = (cores - OTHER_CORES) / 2;
    return Math.clamp(Math.min(ranks / LEAST_RANKS_A_THREAD, spare), 1, MOST_THREADS);
  }

  public void start() {
    threads.forEach(LogThread::start);
  }

  /** Takes what is left in the queues. The kernel has ended or is given up. */
  @Override
  public void close() {
    threads.forEach(LogThread::beginToEnd);
    try {
      for (LogThread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
