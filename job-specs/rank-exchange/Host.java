import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import org.gpurma.host.CStruct;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.RankInfo;

/** Tells the ranks of each GPU where it stands in the job. */
final class Host implements HostProgram {

  /** As in kernel.cu. */
  private static final StructLayout USERDATA =
      CStruct.of(
          JAVA_INT.withName("is_first_device"),
          JAVA_INT.withName("is_first_peer_device"),
          JAVA_INT.withName("is_first_peer_node"),
          JAVA_INT.withName("has_peer_device"),
          JAVA_INT.withName("has_peer_node"));

  @Override
  public void run(GpuRma gpurma, HostArguments arguments) {
    RankInfo info = gpurma.rankInfo();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment userdata = arena.allocate(USERDATA);
      set(userdata, "is_first_device", info.nodeIndex() == 0 && info.deviceIndex() == 0);
      set(userdata, "is_first_peer_device", info.nodeIndex() == 0 && info.deviceIndex() == 1);
      set(userdata, "is_first_peer_node", info.nodeIndex() == 1 && info.deviceIndex() == 0);
      set(userdata, "has_peer_device", info.deviceCount() > 1);
      set(userdata, "has_peer_node", info.nodeCount() > 1);
      gpurma.run(userdata);
    }
  }

  private static void set(MemorySegment userdata, String field, boolean value) {
    userdata.set(JAVA_INT, USERDATA.byteOffset(groupElement(field)), value ? 1 : 0);
  }
}
