package org.gpurma.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The Hockney model of a series of times: t(s) = latency + s / bandwidth, with parameters of its
 * own for each protocol, a range of sizes (GPU RMA thesis, 4.2).
 *
 * <p>Least squares of the relative errors: a microsecond off counts for a small message, not for a
 * large one.
 */
public final class Hockney {

  /** Fewer would be met by any two parameters. */
  static final int FEWEST_POINTS = 3;

  /** Differences below this are noise, and no reason for one protocol more. */
  private static final double NOISE = 0.02;

  private static final int PARAMETERS = 3;

  /**
   * One range of sizes.
   *
   * @param latency microseconds
   * @param bandwidth GB/s; infinite where times do not grow with the size
   * @param worst largest relative error of the model
   */
  public record Protocol(
      long smallest, long largest, int points, double latency, double bandwidth, double worst) {

    public double time(long bytes) {
      return latency + bytes / bandwidth / 1e3;
    }
  }

  private record Fitted(Protocol protocol, double squares) {}

  private Hockney() {}

  /** With the sizes at which a new protocol begins given. */
  static List<Protocol> fit(List<Point> points, List<Long> switches) {
    List<Protocol> protocols = new ArrayList<>();
    int begin = 0;
    for (int end = 1; end <= points.size(); end++) {
      if (end == points.size() || switches.contains(points.get(end).bytes())) {
        protocols.add(fitOne(points.subList(begin, end)).protocol());
        begin = end;
      }
    }
    return protocols;
  }

  /**
   * Finds the switches too: as many protocols as explain the times better than chance (Bayesian
   * information criterion), at most {@code most}.
   */
  static List<Protocol> search(List<Point> points, int most) {
    List<Protocol> best = List.of();
    double lowest = Double.POSITIVE_INFINITY;
    for (List<Fitted> split : bestSplits(points, most)) {
      double squares = split.stream().mapToDouble(Fitted::squares).sum();
      double variance = Math.max(squares / points.size(), NOISE * NOISE);
      double criterion =
          points.size() * Math.log(variance) + PARAMETERS * split.size() * Math.log(points.size());
      if (criterion < lowest) {
        lowest = criterion;
        best = split.stream().map(Fitted::protocol).toList();
      }
    }
    return best;
  }

  /** The best split into 1, 2, ... ranges; as long as each has enough points. */
  private static List<List<Fitted>> bestSplits(List<Point> points, int most) {
    int count = points.size();
    List<List<Fitted>> splits = new ArrayList<>();
    // By number of ranges: the best for the first 0, 1, ... points.
    List<List<Fitted>> before = new ArrayList<>();
    for (int end = 0; end <= count; end++) {
      before.add(
          end < Math.min(count, FEWEST_POINTS) ? null : List.of(fitOne(points.subList(0, end))));
    }
    splits.add(before.get(count));
    for (int ranges = 2; ranges <= most && ranges * FEWEST_POINTS <= count; ranges++) {
      List<List<Fitted>> next = new ArrayList<>();
      for (int end = 0; end <= count; end++) {
        next.add(bestLast(points, before, end));
      }
      splits.add(next.get(count));
      before = next;
    }
    return splits;
  }

  /** The best of all ways to let one more range end at a point; null where there is none. */
  private static List<Fitted> bestLast(List<Point> points, List<List<Fitted>> before, int end) {
    List<Fitted> best = null;
    double lowest = Double.POSITIVE_INFINITY;
    for (int begin = FEWEST_POINTS; begin + FEWEST_POINTS <= end; begin++) {
      if (before.get(begin) == null) {
        continue;
      }
      List<Fitted> candidate = new ArrayList<>(before.get(begin));
      candidate.add(fitOne(points.subList(begin, end)));
      double squares = candidate.stream().mapToDouble(Fitted::squares).sum();
      if (squares < lowest) {
        lowest = squares;
        best = candidate;
      }
    }
    return best;
  }

  /** Weights of 1 / t² make the errors relative. Neither parameter becomes negative. */
  private static Fitted fitOne(List<Point> points) {
    double w = 0;
    double ws = 0;
    double wss = 0;
    double wt = 0;
    double wst = 0;
    for (Point point : points) {
      double weight = 1 / (point.time() * point.time());
      w += weight;
      ws += weight * point.bytes();
      wss += weight * point.bytes() * point.bytes();
      wt += weight * point.time();
      wst += weight * point.bytes() * point.time();
    }
    double determinant = w * wss - ws * ws;
    double slope = determinant <= 1e-12 * w * wss ? 0 : (w * wst - ws * wt) / determinant;
    double latency = (wt - slope * ws) / w;
    if (slope * points.getLast().bytes() < NOISE * latency) {
      // The times do not grow with the size by more than noise.
      slope = 0;
      latency = wt / w;
    } else if (latency < 0) {
      latency = 0;
      slope = wst / wss;
    }
    return measured(points, latency, slope);
  }

  private static Fitted measured(List<Point> points, double latency, double slope) {
    double squares = 0;
    double worst = 0;
    for (Point point : points) {
      double error = Math.abs(latency + slope * point.bytes() - point.time()) / point.time();
      squares += error * error;
      worst = Math.max(worst, error);
    }
    double bandwidth = slope == 0 ? Double.POSITIVE_INFINITY : 1 / slope / 1e3;
    return new Fitted(
        new Protocol(
            points.getFirst().bytes(),
            points.getLast().bytes(),
            points.size(),
            latency,
            bandwidth,
            worst),
        squares);
  }
}
