import org.gpurma.host.DeviceMemory;
import org.gpurma.host.HostArguments;
import org.gpurma.host.MpiCuda;
import org.gpurma.host.MpiCudaProgram;
import org.gpurma.host.StepTimer;
import org.gpurma.host.StepTimer.Part;

/** The stencil by plain kernels, and MPI for the edges of all planes of a GPU at once. */
final class MpiCudaHost implements MpiCudaProgram {

  @Override
  public void run(MpiCuda cuda, HostArguments arguments) {
    int bands = arguments.integer("bands");
    int bandRows = arguments.integer("rows");
    int planes = arguments.integer("planes");
    int blocks = bands * planes;
    int threads = arguments.integer("threads");
    Diffusion grid =
        new Diffusion(arguments.integer("columns"), cuda.processes() * bands * bandRows, planes);
    Fields fields = new Fields(grid, 1, bands, bandRows, cuda.process() * bands * bandRows);
    try (DeviceMemory memory = cuda.allocate(fields.bytes());
        DeviceMemory kept = cuda.allocate(fields.keptBytes())) {
      fields.fill(memory);
      Bands work =
          new Bands(
              cuda, fields, 0, blocks, threads, arguments.integer("height"), memory, kept);
      int checked = arguments.integer("checkedSteps");
      run(work, checked, Part.EVERYTHING);
      work.keep();
      fields.check(kept, checked);
      new StepTimer(cuda, arguments.integer("steps"), arguments.integer("samples"))
          .report(
              "stencil",
              "-",
              blocks,
              threads,
              "%dx%dx%d".formatted(grid.columns(), grid.rows(), planes),
              (steps, part) -> run(work, steps, part));
    }
  }

  private static void run(Bands work, int steps, Part part) {
    work.only(part);
    for (int step = 0; step < steps; step++) {
      work.exchange(Fields.Field.IN);
      work.compute("lap");
      work.exchange(Fields.Field.LAP);
      work.compute("flx");
      work.exchange(Fields.Field.FLI);
      work.compute("out");
    }
  }
}
