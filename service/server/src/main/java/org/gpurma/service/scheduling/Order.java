package org.gpurma.service.scheduling;

import java.util.Map;

/**
 * Goes through the waiting jobs of all projects, the next in line first. It is a heap of the
 * projects' lanes; only the project that the last job came from can have changed its place.
 */
final class Order {
  private static final class Cursor {
    private final Lane lane;
    private final Account account;
    private int at;
    private long key;

    Cursor(Lane lane, Account account) {
      this.lane = lane;
      this.account = account;
      rate();
    }

    void rate() {
      key = entry().key() + account.shift();
    }

    Lane.Entry entry() {
      return lane.get(at);
    }

    boolean isBefore(Cursor other) {
      return key != other.key
          ? key < other.key
          : entry().request().number() < other.entry().request().number();
    }
  }

  private final Cursor[] heap;
  private int size;
  private boolean begun;

  Order(Queue queue, Accounts accounts) {
    this.heap = new Cursor[queue.lanes().size()];
    for (Map.Entry<String, Lane> lane : queue.lanes().entrySet()) {
      heap[size++] = new Cursor(lane.getValue(), accounts.of(lane.getKey()));
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      sink(i);
    }
  }

  /** Null at the end. */
  Lane.Entry next() {
    if (begun) {
      advance();
    }
    begun = true;
    return size == 0 ? null : heap[0].entry();
  }

  /** Of the project whose job was returned last. */
  Account account() {
    return heap[0].account;
  }

  private void advance() {
    Cursor top = heap[0];
    top.at++;
    if (top.at < top.lane.size()) {
      top.rate();
    } else {
      heap[0] = heap[--size];
    }
    if (size > 0) {
      sink(0);
    }
  }

  private void sink(int from) {
    Cursor sinking = heap[from];
    int place = from;
    int child = 2 * place + 1;
    while (child < size) {
      if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
        child++;
      }
      if (!heap[child].isBefore(sinking)) {
        break;
      }
      heap[place] = heap[child];
      place = child;
      child = 2 * place + 1;
    }
    heap[place] = sinking;
  }
}
