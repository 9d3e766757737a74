package org.gpurma.runtime.queue;

/**
 * Notifications for a rank from its host. A rank that computes for long takes none; what finds no
 * room in its ring waits here, in order, up to a bound.
 */
public final class Notifications {

  private static final int INTS = 3;
  private static final int FIRST_NOTES = 64;

  private final FlaggedQueueWriter ring;
  private final int bound;
  private int[] waiting = new int[0];
  private int first;
  private int count;
  private boolean closed;

  /**
   * @param ring of one-piece entries
   * @param bound of the notifications that wait for room
   */
  public Notifications(FlaggedQueueWriter ring, int bound) {
    this.ring = ring;
    this.bound = bound;
  }

  /** Returns false, and drops the notification, when the bound is reached. */
  public boolean post(int window, int source, int tag) {
    if (closed) {
      return true;
    }
    if (count == 0 && ring.hasRoom()) {
      write(window, source, tag);
      return true;
    }
    if (count == bound) {
      return false;
    }
    append(window, source, tag);
    return true;
  }

  /** Writes what found no room before. */
  public void retry() {
    while (count > 0 && ring.hasRoom()) {
      int at = first * INTS;
      write(waiting[at], waiting[at + 1], waiting[at + 2]);
      first = (first + 1) % capacity();
      count--;
    }
  }

  /** The rank has finished and reads no more; what comes for it now is dropped. */
  public void close() {
    closed = true;
    count = 0;
  }

  private void write(int window, int source, int tag) {
    ring.writePiece(0, window, source, tag);
    ring.advance();
  }

  private void append(int window, int source, int tag) {
    if (count == capacity()) {
      grow();
    }
    int at = (first + count) % capacity() * INTS;
    waiting[at] = window;
    waiting[at + 1] = source;
    waiting[at + 2] = tag;
    count++;
  }

  private void grow() {
    int[] larger = new int[Math.min(Math.max(FIRST_NOTES, 2 * capacity()), bound) * INTS];
    int tail = (capacity() - first) * INTS;
    System.arraycopy(waiting, first * INTS, larger, 0, tail);
    System.arraycopy(waiting, 0, larger, tail, first * INTS);
    waiting = larger;
    first = 0;
  }

  private int capacity() {
    return waiting.length / INTS;
  }
}
