import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;

/**
 * One GPU's part of the box in its memory, as {@code box} of particles.cuh has it.
 *
 * @param first segment of this GPU
 * @param count segments of this GPU
 * @param capacity most particles of a segment
 */
record Segments(Box box, int first, int count, int capacity) {

  private static final long HEADER_BYTES = 16;
  private static final long PARTICLE_BYTES = 4 * JAVA_DOUBLE.byteSize();

  /** Float64 differs from Java's by contractions only; these grow with every step. */
  private static final double TOLERANCE = 1e-9;

  static final StructLayout LAYOUT =
      CStruct.of(
          ADDRESS.withName("listed"),
          ADDRESS.withName("moved"),
          JAVA_INT.withName("first"),
          JAVA_INT.withName("segments"),
          JAVA_INT.withName("all"),
          JAVA_INT.withName("capacity"),
          JAVA_DOUBLE.withName("width"),
          JAVA_DOUBLE.withName("step"));

  private long segmentBytes() {
    return HEADER_BYTES + capacity * PARTICLE_BYTES;
  }

  /** Of the segments of this GPU and the two beside them. */
  long bytes() {
    return (count + 2) * segmentBytes();
  }

  /** One of this GPU's, or one of those beside them: -1 and {@link #count}. */
  DeviceMemory segment(DeviceMemory memory, int segment) {
    return memory.slice((segment + 1) * segmentBytes(), segmentBytes());
  }

  void fill(DeviceMemory listed, DeviceMemory moved) {
    List<List<Box.Particle>> initial = box.initial();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment all = arena.allocate(bytes());
      moved.copyFrom(all);
      for (int s = Math.max(first - 1, 0); s <= Math.min(first + count, box.height() - 1); s++) {
        write(all.asSlice((s - first + 1) * segmentBytes(), segmentBytes()), initial.get(s));
      }
      listed.copyFrom(all);
    }
  }

  private void write(MemorySegment segment, List<Box.Particle> list) {
    segment.set(JAVA_INT, 0, list.size());
    for (int i = 0; i < list.size(); i++) {
      Box.Particle p = list.get(i);
      double[] values = {p.x(), p.y(), p.vx(), p.vy()};
      MemorySegment.copy(
          values, 0, segment, JAVA_DOUBLE, HEADER_BYTES + i * PARTICLE_BYTES, values.length);
    }
  }

  void pass(MemorySegment layout, DeviceMemory listed, DeviceMemory moved) {
    layout.set(ADDRESS, 0, listed.pointer());
    layout.set(ADDRESS, 8, moved.pointer());
    int[] numbers = {first, count, box.height(), capacity};
    MemorySegment.copy(numbers, 0, layout, JAVA_INT, 16, numbers.length);
    layout.set(JAVA_DOUBLE, 32, box.width());
    layout.set(JAVA_DOUBLE, 40, box.step());
  }

  /** Throws where the kept particles are not those of a serial run. Returns their energy. */
  double check(DeviceMemory kept, int steps) {
    List<List<Box.Particle>> expected = box.after(steps);
    List<List<Box.Particle>> found = new ArrayList<>(expected);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment all = arena.allocate(bytes(), Long.BYTES);
      kept.copyTo(all);
      for (int s = 0; s < count; s++) {
        List<Box.Particle> list =
            read(all.asSlice((s + 1) * segmentBytes(), segmentBytes()));
        requireSame(list, expected.get(first + s), first + s, steps);
        found.set(first + s, list);
      }
    }
    double energy = Box.energy(found, first, first + count);
    double serial = Box.energy(expected, first, first + count);
    if (!(Math.abs(energy - serial) <= TOLERANCE * serial)) {
      throw new IllegalStateException(
          "the energy is %s after %d steps, expected %s".formatted(energy, steps, serial));
    }
    return energy;
  }

  private static List<Box.Particle> read(MemorySegment segment) {
    List<Box.Particle> list = new ArrayList<>();
    int size = segment.get(JAVA_INT, 0);
    for (int i = 0; i < size; i++) {
      long at = HEADER_BYTES + i * PARTICLE_BYTES;
      list.add(
          new Box.Particle(
              segment.get(JAVA_DOUBLE, at),
              segment.get(JAVA_DOUBLE, at + 8),
              segment.get(JAVA_DOUBLE, at + 16),
              segment.get(JAVA_DOUBLE, at + 24)));
    }
    return list;
  }

  private static void requireSame(
      List<Box.Particle> found, List<Box.Particle> expected, int segment, int steps) {
    if (found.size() != expected.size()) {
      throw new IllegalStateException(
          "segment %d has %d particles after %d steps, expected %d; where one overflows, raise capacity"
              .formatted(segment, found.size(), steps, expected.size()));
    }
    for (int i = 0; i < found.size(); i++) {
      double off =
          Math.hypot(
              found.get(i).x() - expected.get(i).x(), found.get(i).y() - expected.get(i).y());
      if (!(off <= TOLERANCE)) {
        throw new IllegalStateException(
            "segment %d, particle %d is %s after %d steps, expected %s"
                .formatted(segment, i, found.get(i), steps, expected.get(i)));
      }
    }
  }
}
