package org.gpurma.runtime.report;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gpurma.wire.Batch;
import org.gpurma.wire.Protocol;
import org.gpurma.wire.SpooledRecord;

/**
 * Sends the spool's records to the service, on a thread of its own. While the job runs it tries for
 * ever: the service may be restarting. What it could not send in time at the end stays in the
 * spool. While there is nothing to send, an empty batch now and then is the process's sign of life.
 */
public final class Uploader {

  private static final int BATCH_BYTES = 1024 * 1024;

  /** The service misses a process of another node after a few of these. */
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(2);

  /** What a wait for records ended with. */
  private enum Awaited {
    RECORDS,
    NOTHING,
    END
  }

  private final int process;
  private final Spool spool;
  private final ServiceConnection service;
  private final Duration signOfLife;
  private final Backoff backoff = new Backoff();
  private final Thread thread;
  private long acknowledged;
  private boolean newRecords;
  private long deadline;
  private boolean ending;

  public Uploader(int process, Spool spool, ServiceConnection service) {
    this(process, spool, service, SIGN_OF_LIFE);
  }

  /**
   * @param signOfLife the longest time without a batch
   */
  Uploader(int process, Spool spool, ServiceConnection service, Duration signOfLife) {
    this.process = process;
    this.spool = spool;
    this.service = service;
    this.signOfLife = signOfLife;
    this.thread = Thread.ofPlatform().name("upload").daemon().unstarted(this::run);
  }

  public void start() {
    spool.onFlush(this::wake);
    thread.start();
  }

  /** Sends what is left, for as long as the timeout allows. */
  public void close(Duration timeout) {
    synchronized (this) {
      ending = true;
      deadline = System.nanoTime() + timeout.toNanos();
      notifyAll();
    }
    try {
      thread.join(timeout.plusSeconds(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Index of the first record that the service does not hold yet. */
  public synchronized long acknowledged() {
    return acknowledged;
  }

  private synchronized void wake() {
    newRecords = true;
    notifyAll();
  }

  private void run() {
    try (SpoolReader reader = spool.reader()) {
      upload(reader);
    } catch (IOException e) {
      System.err.println("gpurma-runtime: the spool cannot be read: " + e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void upload(SpoolReader reader) throws IOException, InterruptedException {
    while (true) {
      takeWakeUp();
      List<SpooledRecord> records = reader.next(BATCH_BYTES);
      if (records.isEmpty() && reader.isAtDamage()) {
        System.err.println(
            "gpurma-runtime: the spool is damaged behind record %d; nothing more is sent"
                .formatted(reader.nextIndex()));
        return;
      }
      boolean goesOn =
          records.isEmpty()
              ? switch (awaitRecords()) {
                case RECORDS -> true;
                case NOTHING -> sendOrWait(reader, records);
                case END -> false;
              }
              : sendOrWait(reader, records);
      if (!goesOn) {
        return;
      }
    }
  }

  /** Returns false when there is no time left. */
  private boolean sendOrWait(SpoolReader reader, List<SpooledRecord> records)
      throws InterruptedException {
    try {
      return move(reader, service.send(batch(reader, records)));
    } catch (ServiceConnection.RefusedException e) {
      System.err.println("gpurma-runtime: " + e.getMessage());
      return !isEnding() && pause();
    } catch (IOException _) {
      return pause();
    }
  }

  private boolean move(SpoolReader reader, long nextIndex)
      throws IOException, InterruptedException {
    synchronized (this) {
      acknowledged = nextIndex;
    }
    if (nextIndex >= reader.batchNextIndex()) {
      reader.advance();
      backoff.reset();
      return true;
    }
    // The service stored nothing of the batch, or lost what it had.
    reader.seek(nextIndex);
    return pause();
  }

  private Batch batch(SpoolReader reader, List<SpooledRecord> records) {
    return Batch.newBuilder()
        .setProtocol(Protocol.CURRENT_VALUE)
        .setProcess(process)
        .setFirstIndex(reader.nextIndex())
        .addAllRecords(records)
        .build();
  }

  private synchronized void takeWakeUp() {
    newRecords = false;
  }

  private synchronized Awaited awaitRecords() throws InterruptedException {
    long end = System.nanoTime() + signOfLife.toNanos();
    for (long left = millisUntil(end);
        left > 0 && !newRecords && !ending;
        left = millisUntil(end)) {
      wait(left);
    }
    if (newRecords) {
      return Awaited.RECORDS;
    }
    return ending ? Awaited.END : Awaited.NOTHING;
  }

  private synchronized boolean pause() throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMillis(backoff.nextMillis()).toNanos();
    for (long left = millisUntil(end); left > 0; left = millisUntil(end)) {
      if (ending && System.nanoTime() - deadline > 0) {
        return false;
      }
      wait(Math.min(left, 100));
    }
    return true;
  }

  private static long millisUntil(long nanoTime) {
    return Duration.ofNanos(nanoTime - System.nanoTime()).toMillis();
  }

  private synchronized boolean isEnding() {
    return ending;
  }
}
