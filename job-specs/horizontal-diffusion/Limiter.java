import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
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

/** Fills the fields of the limiter, runs the ranks, and checks what they computed. */
final class Limiter implements HostProgram {

  /** As in limiter.cu. */
  private static final StructLayout USERDATA =
      CStruct.of(
          LimiterFields.LAYOUT.withName("where"),
          JAVA_INT.withName("steps"),
          JAVA_INT.withName("samples"));

  @Override
  public void run(GpuRma gpurma, HostArguments arguments) {
    RankInfo info = gpurma.rankInfo();
    LimiterFields fields =
        LimiterFields.of(
            info.processCount(),
            info.processIndex(),
            info.rankResponsible(),
            arguments.integer("rows"),
            arguments.integer("j"),
            arguments.integer("k"));
    try (Arena arena = Arena.ofConfined();
        DeviceMemory memory = gpurma.allocate(fields.bytes())) {
      fields.fill(memory);
      MemorySegment userdata = arena.allocate(USERDATA);
      fields.pass(userdata, memory);
      for (String name : List.of("steps", "samples")) {
        userdata.set(JAVA_INT, USERDATA.byteOffset(groupElement(name)), arguments.integer(name));
      }
      gpurma.run(userdata);
      fields.check(memory, arguments.real("sum"));
    }
  }
}
