import java.util.ArrayList;
import java.util.List;

/**
 * Particles in a box, moved serially: the same particles in the same order of additions as in
 * particles.cuh.
 *
 * @param width of the box
 * @param height of the box, and how many segments it is cut into
 * @param perSegment particles that a segment begins with
 * @param step of time
 */
record Box(int width, int height, int perSegment, double step) {

  /** A particle; a new one for each place. */
  record Particle(double x, double y, double vx, double vy) {}

  /** The first lists, by segment. Evenly along x with jitter, so that no two are close. */
  List<List<Particle>> initial() {
    List<List<Particle>> segments = new ArrayList<>();
    for (int s = 0; s < height; s++) {
      List<Particle> list = new ArrayList<>();
      for (int i = 0; i < perSegment; i++) {
        long seed = (long) s * perSegment + i;
        list.add(
            new Particle(
                (i + 0.25 + 0.5 * draw(4 * seed)) * width / perSegment,
                s + draw(4 * seed + 1),
                8 * draw(4 * seed + 2) - 4,
                8 * draw(4 * seed + 3) - 4));
      }
      segments.add(list);
    }
    return segments;
  }

  /** Between 0 and 1. */
  private static double draw(long seed) {
    long mixed = seed + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return ((mixed ^ mixed >>> 31) >>> 11) * 0x1p-53;
  }

  List<List<Particle>> after(int steps) {
    List<List<Particle>> segments = initial();
    for (int s = 0; s < steps; s++) {
      segments = listed(moved(segments));
    }
    return segments;
  }

  private List<List<Particle>> moved(List<List<Particle>> segments) {
    List<List<Particle>> moved = new ArrayList<>();
    for (int s = 0; s < height; s++) {
      List<Particle> list = new ArrayList<>();
      for (Particle p : segments.get(s)) {
        list.add(moved(p, segments, s));
      }
      moved.add(list);
    }
    return moved;
  }

  private Particle moved(Particle p, List<List<Particle>> segments, int segment) {
    double fx = 0;
    double fy = 0;
    for (int s = Math.max(segment - 1, 0); s <= Math.min(segment + 1, height - 1); s++) {
      for (Particle other : segments.get(s)) {
        double dx = p.x - other.x;
        double dy = p.y - other.y;
        double square = dx * dx + dy * dy;
        if (square < 1 && square > 0) {
          double distance = Math.sqrt(square);
          double strength = (1 - distance) / distance;
          fx += strength * dx;
          fy += strength * dy;
        }
      }
    }
    double vx = p.vx + step * fx;
    double vy = p.vy + step * fy;
    double x = p.x + step * vx;
    double y = p.y + step * vy;
    return new Particle(
        reflected(x, width),
        reflected(y, height),
        isOutside(x, width) ? -vx : vx,
        isOutside(y, height) ? -vy : vy);
  }

  private static boolean isOutside(double place, double wall) {
    return place < 0 || place > wall;
  }

  private static double reflected(double place, double wall) {
    return place < 0 ? -place : place > wall ? 2 * wall - place : place;
  }

  private List<List<Particle>> listed(List<List<Particle>> moved) {
    List<List<Particle>> listed = new ArrayList<>();
    for (int s = 0; s < height; s++) {
      List<Particle> list = new ArrayList<>();
      for (int from : new int[] {s, s - 1, s + 1}) {
        if (from >= 0 && from < height) {
          for (Particle p : moved.get(from)) {
            if (Math.clamp((int) p.y, 0, height - 1) == s) {
              list.add(p);
            }
          }
        }
      }
      listed.add(list);
    }
    return listed;
  }

  /** Kinetic and potential energy of the particles of some segments; a pair is half of either. */
  static double energy(List<List<Particle>> segments, int begin, int end) {
    double energy = 0;
    for (int s = begin; s < end; s++) {
      for (Particle p : segments.get(s)) {
        energy += 0.5 * (p.vx * p.vx + p.vy * p.vy);
        for (int near = Math.max(s - 1, 0); near <= Math.min(s + 1, segments.size() - 1); near++) {
          for (Particle other : segments.get(near)) {
            double distance = Math.hypot(p.x - other.x, p.y - other.y);
            if (distance > 0 && distance < 1) {
              energy += 0.25 * (1 - distance) * (1 - distance);
            }
          }
        }
      }
    }
    return energy;
  }
}
