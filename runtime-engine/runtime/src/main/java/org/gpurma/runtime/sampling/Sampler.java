package org.gpurma.runtime.sampling;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.gpurma.runtime.ranklog.LogPressure;
import org.gpurma.runtime.report.Spool;
import org.gpurma.wire.GpuState;
import org.gpurma.wire.LogQueues;
import org.gpurma.wire.Sample;
import org.gpurma.wire.SpooledRecord;

/** Samples on a thread of its own, from its start to its end. */
public final class Sampler implements AutoCloseable {

  private final RankTotals ranks;
  private final LogPressure logs;
  private final Supplier<Optional<GpuState>> gpu;
  private final Spool spool;
  private final SamplePeriod period;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread;

  /**
   * @param ranks of the process, in order
   */
  public Sampler(
      List<RankRecords> ranks,
      LogPressure logs,
      Supplier<Optional<GpuState>> gpu,
      Spool spool,
      Duration firstPeriod) {
    this.ranks = new RankTotals(ranks);
    this.logs = logs;
    this.gpu = gpu;
    this.spool = spool;
    this.period = new SamplePeriod(firstPeriod);
    this.thread = Thread.ofPlatform().name("sampler").daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** Takes the last sample. */
  @Override
  public void close() {
    end.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      long next = System.nanoTime();
      do {
        sample();
        next += period.nextNanos();
      } while (!end.await(next - System.nanoTime(), TimeUnit.NANOSECONDS));
      sample();
    } catch (UncheckedIOException e) {
      System.err.println("gpurma-runtime: no more samples: " + e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void sample() {
    Sample.Builder sample = Sample.newBuilder();
    LogQueues.Builder queues = LogQueues.newBuilder();
    logs.addTo(queues);
    ranks.addTo(sample, queues, System.nanoTime());
    sample.setLogQueues(queues).setHost(HostVitals.now());
    gpu.get().ifPresent(sample::setGpu);
    spool.append(SpooledRecord.newBuilder().setSample(sample));
    spool.flush();
  }
}
