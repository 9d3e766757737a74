import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.host.CStruct;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.HostArguments;
import org.gpurma.host.MpiCuda;
import org.gpurma.host.MpiCudaProgram;
import org.gpurma.host.MpiCudaRuntime.Enqueued;
import org.gpurma.host.StepTimer;
import org.gpurma.host.StepTimer.Part;

/** The limiter by plain kernels, and MPI for the edges of a GPU. */
final class LimiterMpiCuda implements MpiCudaProgram {

  /** As in limiter-mpi-cuda.cu. */
  private static final StructLayout ARGUMENT =
      CStruct.of(
          LimiterFields.LAYOUT.withName("where"),
          JAVA_INT.withName("step"),
          JAVA_INT.withName("beginsField"),
          JAVA_INT.withName("endsField"));

  /** What even and odd steps enqueue; each has an input of its own. */
  private record Step(
      MpiCuda.Exchange in, Enqueued lap, MpiCuda.Exchange laps, Enqueued out) {
    void run(Part part) {
      if (part.communicates()) {
        in.run();
      }
      if (part.computes()) {
        lap.enqueue();
      }
      if (part.communicates()) {
        laps.run();
      }
      if (part.computes()) {
        out.enqueue();
      }
    }
  }

  @Override
  public void run(MpiCuda cuda, HostArguments arguments) {
    int blocks = arguments.integer("blocks");
    int threads = arguments.integer("threads");
    LimiterFields fields =
        LimiterFields.of(
            cuda.processes(),
            cuda.process(),
            blocks,
            arguments.integer("rows"),
            arguments.integer("j"),
            arguments.integer("k"));
    try (DeviceMemory memory = cuda.allocate(fields.bytes())) {
      fields.fill(memory);
      List<Step> steps = new ArrayList<>();
      for (int parity = 0; parity < 2; parity++) {
        steps.add(step(cuda, fields, memory, parity, blocks, threads));
      }
      new StepTimer(cuda, arguments.integer("steps"), arguments.integer("samples"))
          .report(
              "horizontal-diffusion",
              "limiter",
              blocks,
              threads,
              fields.size().toString(),
              (count, part) -> run(steps, count, part));
      run(steps, 2, Part.EVERYTHING);
      cuda.synchronize();
      fields.check(memory, arguments.real("sum"));
    }
  }

  private static void run(List<Step> steps, int count, Part part) {
    for (int s = 0; s < count; s++) {
      steps.get(s % 2).run(part);
    }
  }

  private static Step step(
      MpiCuda cuda,
      LimiterFields fields,
      DeviceMemory memory,
      int parity,
      int blocks,
      int threads) {
    MemorySegment argument = Arena.ofAuto().allocate(ARGUMENT);
    fields.pass(argument, memory);
    set(argument, "step", parity);
    set(argument, "beginsField", cuda.process() == 0 ? 1 : 0);
    set(argument, "endsField", cuda.process() + 1 == cuda.processes() ? 1 : 0);
    LimiterFields.Field in =
        parity == 0 ? LimiterFields.Field.EVEN_IN : LimiterFields.Field.ODD_IN;
    return new Step(
        edges(cuda, fields, memory, in),
        cuda.kernel("lap", blocks, threads, argument),
        edges(cuda, fields, memory, LimiterFields.Field.LAP),
        cuda.kernel("out", blocks, threads, argument));
  }

  private static void set(MemorySegment argument, String field, int value) {
    argument.set(JAVA_INT, ARGUMENT.byteOffset(groupElement(field)), value);
  }

  private static MpiCuda.Exchange edges(
      MpiCuda cuda, LimiterFields fields, DeviceMemory memory, LimiterFields.Field field) {
    int tag = 2 * field.ordinal();
    MpiCuda.Exchange exchange = cuda.exchange();
    if (cuda.process() > 0) {
      exchange
          .send(fields.row(memory, field, 0), cuda.process() - 1, tag)
          .receive(fields.row(memory, field, -1), cuda.process() - 1, tag + 1);
    }
    if (cuda.process() + 1 < cuda.processes()) {
      exchange
          .send(fields.row(memory, field, fields.rows() - 1), cuda.process() + 1, tag + 1)
          .receive(fields.row(memory, field, fields.rows()), cuda.process() + 1, tag);
    }
    return exchange;
  }
}
