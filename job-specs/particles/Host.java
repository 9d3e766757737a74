import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.RankInfo;

/** Fills the box, runs the ranks, and compares particles and energy with a serial run. */
final class Host implements HostProgram {

  /** As in kernel.cu. */
  private static final StructLayout USERDATA =
      CStruct.of(
          Segments.LAYOUT.withName("where"),
          ADDRESS.withName("kept"),
          JAVA_INT.withName("checkedSteps"),
          JAVA_INT.withName("steps"),
          JAVA_INT.withName("samples"));

  @Override
  public void run(GpuRma gpurma, HostArguments arguments) {
    RankInfo info = gpurma.rankInfo();
    int count = arguments.integer("segments");
    Box box =
        new Box(
            arguments.integer("width"),
            count * info.processCount(),
            arguments.integer("perSegment"),
            0.01);
    Segments segments =
        new Segments(box, count * info.processIndex(), count, arguments.integer("capacity"));
    try (Arena arena = Arena.ofConfined();
        DeviceMemory listed = gpurma.allocate(segments.bytes());
        DeviceMemory moved = gpurma.allocate(segments.bytes());
        DeviceMemory kept = gpurma.allocate(segments.bytes())) {
      segments.fill(listed, moved);
      MemorySegment userdata = arena.allocate(USERDATA);
      segments.pass(userdata, listed, moved);
      userdata.set(ADDRESS, USERDATA.byteOffset(groupElement("kept")), kept.pointer());
      for (String name : new String[] {"checkedSteps", "steps", "samples"}) {
        userdata.set(
            JAVA_INT, USERDATA.byteOffset(groupElement(name)), arguments.integer(name));
      }
      gpurma.run(userdata);
      double energy = segments.check(kept, arguments.integer("checkedSteps"));
      System.out.printf(
          "process %d: particles are where the serial run has them, energy %.9f%n",
          info.processIndex(), energy);
    }
  }
}
