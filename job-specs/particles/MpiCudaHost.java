import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.HostArguments;
import org.gpurma.host.MpiCuda;
import org.gpurma.host.MpiCudaProgram;
import org.gpurma.host.MpiCudaRuntime.Enqueued;
import org.gpurma.host.StepTimer;
import org.gpurma.host.StepTimer.Part;

/** Particles by plain kernels, and MPI for the segments at the edges of a GPU. */
final class MpiCudaHost implements MpiCudaProgram {

  @Override
  public void run(MpiCuda cuda, HostArguments arguments) {
    int count = arguments.integer("segments");
    int blocks = arguments.integer("blocks");
    int threads = arguments.integer("threads");
    Box box =
        new Box(
            arguments.integer("width"),
            count * cuda.processes(),
            arguments.integer("perSegment"),
            0.01);
    Segments segments =
        new Segments(box, count * cuda.process(), count, arguments.integer("capacity"));
    try (Arena arena = Arena.ofConfined();
        DeviceMemory listed = cuda.allocate(segments.bytes());
        DeviceMemory moved = cuda.allocate(segments.bytes())) {
      segments.fill(listed, moved);
      MemorySegment argument = arena.allocate(Segments.LAYOUT);
      segments.pass(argument, listed, moved);
      Enqueued move = cuda.kernel("move_all", blocks, threads, argument);
      Enqueued list = cuda.kernel("list_all", blocks, threads, argument);
      MpiCuda.Exchange movedEdges = edges(cuda, segments, moved);
      MpiCuda.Exchange listedEdges = edges(cuda, segments, listed);
      StepTimer.Steps work =
          (steps, part) -> {
            for (int step = 0; step < steps; step++) {
              half(move, movedEdges, part);
              half(list, listedEdges, part);
            }
          };
      int checked = arguments.integer("checkedSteps");
      work.run(checked, Part.EVERYTHING);
      double energy = segments.check(listed, checked);
      System.out.printf(
          "process %d: particles are where the serial run has them, energy %.9f%n",
          cuda.process(), energy);
      new StepTimer(cuda, arguments.integer("steps"), arguments.integer("samples"))
          .report(
              "particles",
              "-",
              blocks,
              threads,
              "%dx%d".formatted(box.width(), box.height()),
              work);
    }
  }

  private static void half(Enqueued kernel, MpiCuda.Exchange edges, Part part) {
    if (part.computes()) {
      kernel.enqueue();
    }
    if (part.communicates()) {
      edges.run();
    }
  }

  /** Whole segments: how many particles there are is known on the GPU only. */
  private static MpiCuda.Exchange edges(MpiCuda cuda, Segments segments, DeviceMemory memory) {
    MpiCuda.Exchange exchange = cuda.exchange();
    if (cuda.process() > 0) {
      exchange
          .send(segments.segment(memory, 0), cuda.process() - 1, 0)
          .receive(segments.segment(memory, -1), cuda.process() - 1, 1);
    }
    if (cuda.process() + 1 < cuda.processes()) {
      exchange
          .send(segments.segment(memory, segments.count() - 1), cuda.process() + 1, 1)
          .receive(segments.segment(memory, segments.count()), cuda.process() + 1, 0);
    }
    return exchange;
  }
}
