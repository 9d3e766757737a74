package org.gpurma.service.submit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.gpurma.service.job.Intake;
import org.gpurma.service.job.Job;

/**
 * Stores submissions in the order in which they come; those that come while others are being stored
 * are stored together. A submission is answered only once it is stored.
 */
public final class GroupCommit implements AutoCloseable {
  private static final int MOST_TOGETHER = 256;

  private record Pending(Intake intake, CompletableFuture<List<Job>> stored) {}

  private final Function<List<Intake>, List<List<Job>>> store;
  private final BlockingQueue<Pending> pending = new LinkedBlockingQueue<>();
  private final Thread writer;
  private volatile boolean closed;

  /**
   * @param store stores all or none
   */
  public GroupCommit(Function<List<Intake>, List<List<Job>>> store) {
    this.store = store;
    this.writer = Thread.ofVirtual().name("submissions").start(this::write);
  }

  /** The jobs of the submission, stored. */
  public List<Job> store(Intake intake) {
    var mine = new Pending(intake, new CompletableFuture<>());
    pending.add(mine);
    if (closed) {
      refuseAll();
    }
    try {
      return mine.stored().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private void write() {
    try {
      while (true) {
        List<Pending> batch = new ArrayList<>();
        batch.add(pending.take());
        pending.drainTo(batch, MOST_TOGETHER - 1);
        storeBatch(batch);
      }
    } catch (InterruptedException _) {
      refuseAll();
    }
  }

  /** One that cannot be stored must not keep the others from it. */
  private void storeBatch(List<Pending> batch) {
    try {
      List<List<Job>> jobs = store.apply(batch.stream().map(Pending::intake).toList());
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i).stored().complete(jobs.get(i));
      }
    } catch (RuntimeException e) {
      if (batch.size() == 1) {
        batch.getFirst().stored().completeExceptionally(e);
      } else {
        batch.forEach(one -> storeBatch(List.of(one)));
      }
    }
  }

  private void refuseAll() {
    var stopping = new IllegalStateException("the service stops");
    Pending left = pending.poll();
    while (left != null) {
      left.stored().completeExceptionally(stopping);
      left = pending.poll();
    }
  }

  @Override
  public void close() {
    closed = true;
    writer.interrupt();
  }
}
