package org.gpurma.runtime.stall;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Asks a thread for something that only it may look at. It answers when it comes around; an open
 * question costs it nothing but a look at one word.
 */
public final class Inquiry<T> {

  private static final long PAUSE_NANOS = 20_000;

  private final Supplier<T> answering;
  private volatile int asked;
  private volatile Answered<T> answered;

  /** Of the thread that answers. */
  private int done;

  private record Answered<T>(int number, T answer) {}

  /** Takes what gives the answer; it runs on the thread that is asked. */
  public Inquiry(Supplier<T> answering) {
    this.answering = answering;
  }

  /** The asked thread, between two things that it does. */
  public void answerIfAsked() {
    int number = asked;
    if (number != done) {
      done = number;
      answered = new Answered<>(number, answering.get());
    }
  }

  /** One thread asks. An answer is younger than the call; empty where none comes in time. */
  public Optional<T> ask(Duration patience) {
    int number = asked + 1;
    asked = number;
    long deadline = System.nanoTime() + patience.toNanos();
    Answered<T> latest = answered;
    while (latest == null || latest.number() != number) {
      if (System.nanoTime() - deadline > 0) {
        return Optional.empty();
      }
      LockSupport.parkNanos(this, PAUSE_NANOS);
      latest = answered;
    }
    return Optional.of(latest.answer());
  }
}
