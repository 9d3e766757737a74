import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.time.Duration;
import java.util.stream.IntStream;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.GpuRma;
import org.gpurma.host.HostArguments;
import org.gpurma.host.HostProgram;
import org.gpurma.host.RankInfo;

/** Puts the numbers 0, 1, 2, ... on the GPUs, one a thread, and looks at the sum that the ranks make of them. */
final class Host implements HostProgram {

  /** As in kernel.cu. */
  private static final StructLayout USERDATA =
      CStruct.of(
          ADDRESS.withName("values"),
          ADDRESS.withName("received"),
          JAVA_INT.withName("window_bytes"),
          JAVA_DOUBLE.withName("result"));

  private static final VarHandle VALUES = USERDATA.varHandle(groupElement("values"));
  private static final VarHandle RECEIVED = USERDATA.varHandle(groupElement("received"));
  private static final VarHandle WINDOW_BYTES = USERDATA.varHandle(groupElement("window_bytes"));
  private static final VarHandle RESULT = USERDATA.varHandle(groupElement("result"));

  @Override
  public void run(GpuRma gpurma, HostArguments arguments) throws IOException {
    RankInfo info = gpurma.rankInfo();
    int threads = arguments.integer("threads");
    int values = info.rankResponsible() * threads;
    try (Arena arena = Arena.ofConfined();
        DeviceMemory memory = gpurma.allocate(JAVA_DOUBLE, values + info.rankCount())) {
      int first = info.rankStart() * threads;
      double[] numbers = IntStream.range(first, first + values).asDoubleStream().toArray();
      memory.copyFrom(MemorySegment.ofArray(numbers));
      long bytes = values * JAVA_DOUBLE.byteSize();
      DeviceMemory received = memory.slice(bytes, memory.bytes() - bytes);

      MemorySegment userdata = arena.allocate(USERDATA);
      VALUES.set(userdata, 0L, memory.pointer());
      RECEIVED.set(userdata, 0L, received.pointer());
      WINDOW_BYTES.set(userdata, 0L, (int) memory.bytes());
      Duration kernel = gpurma.run(userdata);

      if (info.processIndex() == 0) {
        double sum = (double) RESULT.get(userdata, 0L);
        requireSum(sum, (long) info.rankCount() * threads);
        System.out.printf("Sum = %.0f%n", sum);
        System.out.printf(
            "Computation time: %.3f ms, kernel %.3f ms%n",
            millis(gpurma.timings().getFirst()), millis(kernel));
        Files.writeString(arguments.output("sum.txt"), "%.0f%n".formatted(sum));
      }
    }
  }

  /** Sums of whole numbers this small are exact in any order. */
  private static void requireSum(double sum, long count) {
    double expected = count * (count - 1) / 2;
    if (sum != expected) {
      throw new IllegalStateException("the sum is %s, expected %s".formatted(sum, expected));
    }
  }

  private static double millis(Duration time) {
    return time.toNanos() / 1e6;
  }
}
