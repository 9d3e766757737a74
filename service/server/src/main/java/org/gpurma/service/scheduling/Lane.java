package org.gpurma.service.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The waiting jobs of one project, in the order in which they count as submitted. Immutable. */
final class Lane {
  /**
   * @param key when it counts as submitted: its priority makes it earlier
   * @param shape index of its shape
   */
  record Entry(Request request, long key, int shape) {}

  private static final Comparator<Entry> ORDER =
      Comparator.comparingLong(Entry::key).thenComparingLong(entry -> entry.request().number());

  private final Entry[] entries;
  private final int highestPriority;

  private Lane(Entry[] entries, int highestPriority) {
    this.entries = entries;
    this.highestPriority = highestPriority;
  }

  static Lane empty() {
    return new Lane(new Entry[0], Integer.MIN_VALUE);
  }

  Lane with(Collection<Entry> added) {
    Entry[] more = Arrays.copyOf(entries, entries.length + added.size());
    int next = entries.length;
    int highest = highestPriority;
    for (Entry entry : added) {
      more[next++] = entry;
      highest = Math.max(highest, entry.request().priority());
    }
    Arrays.sort(more, entries.length, more.length, ORDER);
    boolean inOrder =
        entries.length == 0
            || added.isEmpty()
            || ORDER.compare(more[entries.length - 1], more[entries.length]) < 0;
    if (!inOrder) {
      Arrays.sort(more, ORDER);
    }
    return new Lane(more, highest);
  }

  Lane without(Collection<Entry> removed) {
    List<Integer> places = new ArrayList<>(removed.size());
    for (Entry entry : removed) {
      int place = find(entry);
      if (place >= 0) {
        places.add(place);
      }
    }
    places.sort(null);
    Entry[] fewer = new Entry[entries.length - places.size()];
    int from = 0;
    int to = 0;
    for (int place : places) {
      System.arraycopy(entries, from, fewer, to, place - from);
      to += place - from;
      from = place + 1;
    }
    System.arraycopy(entries, from, fewer, to, entries.length - from);
    return new Lane(fewer, fewer.length == 0 ? Integer.MIN_VALUE : highestPriority);
  }

  private int find(Entry entry) {
    return Arrays.binarySearch(entries, entry, ORDER);
  }

  /** How many entries stand before that key. */
  int countBefore(long key) {
    int low = 0;
    int high = entries.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries[middle].key() < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  Entry get(int index) {
    return entries[index];
  }

  int size() {
    return entries.length;
  }

  boolean contains(Entry entry) {
    return find(entry) >= 0;
  }

  /** At least the highest priority of all entries. */
  int highestPriority() {
    return highestPriority;
  }

  List<Request> requests() {
    return Arrays.stream(entries).map(Entry::request).toList();
  }
}
