package org.gpurma.service.counters;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The samples of a job over time, added up over its processes. It holds so many points at most:
 * when there would be more, every second one goes and the interval doubles.
 *
 * <p>Point 0 is the first sample; point n holds what was known n intervals later. Samples of a
 * process come in order, those of one may come long after the same moment's of another.
 */
final class Series {
  static final int MOST_POINTS = 600;
  private static final long FIRST_INTERVAL_MILLIS = 1000;

  private final List<Point> points = new ArrayList<>();
  private final Map<Integer, double[]> latest = new HashMap<>();
  private long origin;
  private long interval = FIRST_INTERVAL_MILLIS;

  /**
   * @param at of its last sample, milliseconds since the epoch
   */
  record Point(long at, double[] sums) {
    double get(Column column) {
      return sums[column.ordinal()];
    }

    private Point copy(long when) {
      return new Point(when, sums.clone());
    }

    private Point until(long when) {
      return new Point(Math.max(at, when), sums);
    }
  }

  long intervalMillis() {
    return interval;
  }

  List<Point> points() {
    return points.stream().map(point -> point.copy(point.at())).toList();
  }

  void add(int process, long at, double[] values) {
    double[] before = latest.put(process, values);
    if (points.isEmpty()) {
      origin = at;
      points.add(new Point(at, new double[Column.COUNT]));
    }
    int place = place(at);
    extend(place, at);
    for (Point point : points.subList(place, points.size())) {
      for (int i = 0; i < values.length; i++) {
        point.sums[i] += values[i] - (before == null ? 0 : before[i]);
      }
    }
  }

  private int place(long at) {
    long intervals = Math.max(0, Math.ceilDiv(at - origin, interval));
    while (intervals >= MOST_POINTS) {
      thin();
      intervals = Math.ceilDiv(at - origin, interval);
    }
    return (int) intervals;
  }

  private void extend(int place, long at) {
    while (points.size() < place) {
      points.add(points.getLast().copy(origin + points.size() * interval));
    }
    if (points.size() == place) {
      points.add(points.getLast().copy(at));
    } else {
      points.set(place, points.get(place).until(Math.min(at, origin + place * interval)));
    }
  }

  private void thin() {
    List<Point> kept = new ArrayList<>();
    kept.add(points.getFirst());
    for (int i = 1; i < points.size(); i += 2) {
      kept.add(points.get(Math.min(i + 1, points.size() - 1)));
    }
    points.clear();
    points.addAll(kept);
    interval *= 2;
  }
}
