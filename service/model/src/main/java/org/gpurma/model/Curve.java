package org.gpurma.model;

import java.util.Comparator;
import java.util.List;

/** Times at sizes, at least one, and straight lines between them. */
final class Curve {
  private final List<Point> points;

  Curve(List<Point> points) {
    this.points = points.stream().sorted(Comparator.comparingLong(Point::bytes)).toList();
  }

  /** Beyond the largest size it goes on as between the last two. */
  double at(double bytes) {
    if (bytes <= points.getFirst().bytes() || points.size() == 1) {
      return points.getFirst().time();
    }
    int end = 1;
    while (end + 1 < points.size() && points.get(end).bytes() < bytes) {
      end++;
    }
    Point left = points.get(end - 1);
    Point right = points.get(end);
    double share = (bytes - left.bytes()) / (right.bytes() - left.bytes());
    return left.time() + share * (right.time() - left.time());
  }

  /** What remains of the time where there is nothing to move. */
  double floor() {
    if (points.size() == 1) {
      return 0;
    }
    Point first = points.get(0);
    Point second = points.get(1);
    double slope = (second.time() - first.time()) / (second.bytes() - first.bytes());
    return Math.clamp(first.time() - slope * first.bytes(), 0, first.time());
  }
}
