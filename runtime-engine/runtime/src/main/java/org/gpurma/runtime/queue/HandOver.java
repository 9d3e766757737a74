package org.gpurma.runtime.queue;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Hands objects from one thread to another, in order. Nobody waits: a full queue refuses, an empty
 * one gives null. Both sides may be the same thread.
 */
public final class HandOver<T> {

  private final AtomicReferenceArray<T> slots;
  private final int mask;

  /** Of the giving thread. */
  private int given;

  /** Of the taking thread. */
  private int taken;

  /** Takes how many objects there is room for, at least. */
  public HandOver(int room) {
    int capacity = Math.max(1, Integer.highestOneBit(2 * room - 1));
    slots = new AtomicReferenceArray<>(capacity);
    mask = capacity - 1;
  }

  /** Whether there was room. The giving thread's. */
  public boolean offer(T object) {
    int slot = given & mask;
    if (slots.getAcquire(slot) != null) {
      return false;
    }
    slots.setRelease(slot, object);
    given++;
    return true;
  }

  /** The next object, or null. The taking thread's. */
  public T poll() {
    int slot = taken & mask;
    T object = slots.getAcquire(slot);
    if (object != null) {
      slots.setRelease(slot, null);
      taken++;
    }
    return object;
  }
}
