import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.Set;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.RankInfo;

/** Fills the fields, runs the ranks, and compares what they kept with the same steps done serially. */
final class FourStencils implements HostProgram {

  /** In the order of four-stencils.cu. */
  private static final List<String> VARIANTS = List.of("hd", "hd-overlap", "hd-nooverlap", "hd-recompute");

  /** Those that have two sets of fields. */
  private static final Set<String> OF_TWO = Set.of("hd-overlap", "hd-nooverlap");

  /** As in four-stencils.cu. */
  private static final StructLayout USERDATA =
      CStruct.of(
          Fields.LAYOUT.withName("where"),
          ADDRESS.withName("kept"),
          JAVA_INT.withName("variant"),
          JAVA_INT.withName("height"),
          JAVA_INT.withName("checkedSteps"),
          JAVA_INT.withName("steps"),
          JAVA_INT.withName("samples"));

  @Override
  public void run(GpuRma gpurma, HostArguments arguments) {
    RankInfo info = gpurma.rankInfo();
    int bands = info.rankResponsible();
    int bandRows = arguments.integer("rows");
    int variant = variant(arguments.text("variant"));
    Diffusion grid =
        new Diffusion(arguments.integer("columns"), info.rankCount() * bandRows, 1);
    Fields fields =
        new Fields(grid, OF_TWO.contains(arguments.text("variant")) ? 2 : 1, bands, bandRows, info.rankStart() * bandRows);
    try (Arena arena = Arena.ofConfined();
        DeviceMemory memory = gpurma.allocate(fields.bytes());
        DeviceMemory kept = gpurma.allocate(fields.keptBytes())) {
      fields.fill(memory);
      MemorySegment userdata = arena.allocate(USERDATA);
      fields.pass(userdata, memory);
      userdata.set(ADDRESS, USERDATA.byteOffset(groupElement("kept")), kept.pointer());
      set(userdata, "variant", variant);
      for (String name : List.of("height", "checkedSteps", "steps", "samples")) {
        set(userdata, name, arguments.integer(name));
      }
      gpurma.run(userdata);
      fields.check(kept, arguments.integer("checkedSteps"));
      System.out.printf(
          "process %d: %d steps are as the serial ones%n",
          info.processIndex(), arguments.integer("checkedSteps"));
    }
  }

  private static int variant(String name) {
    if (!VARIANTS.contains(name)) {
      throw new IllegalArgumentException(
          "parameter variant is '%s', not one of %s".formatted(name, VARIANTS));
    }
    return VARIANTS.indexOf(name);
  }

  private static void set(MemorySegment userdata, String field, int value) {
    userdata.set(JAVA_INT, USERDATA.byteOffset(groupElement(field)), value);
  }
}
