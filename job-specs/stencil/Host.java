import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.RankInfo;

/** Fills the grid, runs the ranks, and compares what they kept with the same steps done serially. */
final class Host implements HostProgram {

  /** As in kernel.cu. */
  private static final StructLayout USERDATA =
      CStruct.of(
          Fields.LAYOUT.withName("where"),
          ADDRESS.withName("kept"),
          JAVA_INT.withName("height"),
          JAVA_INT.withName("checkedSteps"),
          JAVA_INT.withName("steps"),
          JAVA_INT.withName("samples"));

  @Override
  public void run(GpuRma gpurma, HostArguments arguments) {
    RankInfo info = gpurma.rankInfo();
    int bands = arguments.integer("bands");
    int bandRows = arguments.integer("rows");
    int planes = arguments.integer("planes");
    int ownRows = bands * bandRows;
    Diffusion grid =
        new Diffusion(arguments.integer("columns"), info.processCount() * ownRows, planes);
    Fields fields = new Fields(grid, 1, bands, bandRows, info.processIndex() * ownRows);
    try (Arena arena = Arena.ofConfined();
        DeviceMemory memory = gpurma.allocate(fields.bytes());
        DeviceMemory kept = gpurma.allocate(fields.keptBytes())) {
      fields.fill(memory);
      MemorySegment userdata = arena.allocate(USERDATA);
      fields.pass(userdata, memory);
      userdata.set(ADDRESS, USERDATA.byteOffset(groupElement("kept")), kept.pointer());
      for (String name : List.of("height", "checkedSteps", "steps", "samples")) {
        userdata.set(
            JAVA_INT, USERDATA.byteOffset(groupElement(name)), arguments.integer(name));
      }
      gpurma.run(userdata);
      fields.check(kept, arguments.integer("checkedSteps"));
      System.out.printf(
          "process %d: %d steps are as the serial ones%n",
          info.processIndex(), arguments.integer("checkedSteps"));
    }
  }
}
