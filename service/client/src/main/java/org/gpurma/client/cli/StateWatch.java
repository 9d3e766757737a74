package org.gpurma.client.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.gpurma.client.GpuRmaClient;
import org.gpurma.client.api.ApiException;
import org.gpurma.client.job.Job;
import org.gpurma.client.job.Transition;
import org.gpurma.client.log.LogChannel;
import org.gpurma.client.log.LogLine;

/** Shows a job's changes of state, each once, while something else reads its log. */
final class StateWatch implements AutoCloseable {

  private static final Duration PERIOD = Duration.ofMillis(250);

  private final GpuRmaClient client;
  private final String job;
  private final JobPrinter printer;
  private final Thread watcher;
  private Job known;
  private Instant looked = Instant.EPOCH;
  private int shown;

  StateWatch(GpuRmaClient client, String job, JobPrinter printer) {
    this.client = client;
    this.job = job;
    this.printer = printer;
    this.watcher = Thread.ofVirtual().name("state-watch").start(this::watch);
  }

  /** Shows the states that the job had come into when the line was written. */
  synchronized void before(LogLine line) {
    // The service writes of the states it takes a job through.
    look(line.channel() == LogChannel.SERVICE ? Duration.ZERO : PERIOD);
    show(transition -> !transition.at().isAfter(line.time()));
  }

  /** Shows the rest and returns the job as it is now. */
  synchronized Job finish() throws InterruptedException {
    close();
    known = Patience.ask(() -> client.job(job));
    show(_ -> true);
    return known;
  }

  @Override
  public void close() {
    watcher.interrupt();
  }

  private void look(Duration unlessWithin) {
    Instant now = Instant.now();
    if (Duration.between(looked, now).compareTo(unlessWithin) >= 0) {
      looked = now;
      try {
        known = client.job(job);
      } catch (ApiException e) {
        // The log's reader meets the same trouble, tells of it and decides when to give up.
      }
    }
  }

  private void show(Predicate<Transition> isWanted) {
    List<Transition> transitions = known == null ? List.of() : known.status().transitions();
    while (shown < transitions.size() && isWanted.test(transitions.get(shown))) {
      printer.transition(known, transitions.get(shown));
      shown++;
    }
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(PERIOD);
        lookAgain();
      }
    } catch (InterruptedException e) {
      // The end of the watch.
    }
  }

  /** The end is shown behind the last line only. */
  private synchronized void lookAgain() {
    look(PERIOD);
    show(transition -> !transition.state().hasEnded());
  }
}
