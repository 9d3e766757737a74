import java.util.ArrayList;
import java.util.List;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.HostArguments;
import org.gpurma.host.MpiCuda;
import org.gpurma.host.MpiCudaProgram;
import org.gpurma.host.StepTimer;
import org.gpurma.host.StepTimer.Part;

/** The variants of listing 4.1 by plain kernels, and MPI for the edges of a GPU. */
final class MpiCudaHost implements MpiCudaProgram {

  @Override
  public void run(MpiCuda cuda, HostArguments arguments) {
    int bands = arguments.integer("blocks");
    int bandRows = arguments.integer("rows");
    int threads = arguments.integer("threads");
    int height = arguments.integer("height");
    String variant = arguments.text("variant");
    int sets = variant.equals("hd") ? 1 : 2;
    int ownRows = bands * bandRows;
    Diffusion grid =
        new Diffusion(arguments.integer("columns"), cuda.processes() * ownRows, 1);
    Fields fields = new Fields(grid, sets, bands, bandRows, cuda.process() * ownRows);
    try (DeviceMemory memory = cuda.allocate(fields.bytes());
        DeviceMemory kept = cuda.allocate(fields.keptBytes())) {
      fields.fill(memory);
      List<Bands> work = new ArrayList<>();
      for (int set = 0; set < sets; set++) {
        work.add(new Bands(cuda, fields, set, bands, threads, height, memory, kept));
      }
      int checked = arguments.integer("checkedSteps");
      run(variant, work, checked, Part.EVERYTHING);
      work.forEach(Bands::keep);
      fields.check(kept, checked);
      new StepTimer(cuda, arguments.integer("steps"), arguments.integer("samples"))
          .report(
              "horizontal-diffusion",
              "%s %dx%d".formatted(variant, height, threads / height),
              bands,
              threads,
              "%dx%d".formatted(grid.rows(), grid.columns()),
              (steps, part) -> run(variant, work, steps, part));
    }
  }

  private static void run(String variant, List<Bands> work, int steps, Part part) {
    work.forEach(bands -> bands.only(part));
    switch (variant) {
      case "hd", "hd-nooverlap" -> runInStep(work, steps);
      case "hd-overlap" -> runOverlapped(work.getFirst(), work.getLast(), steps);
      default ->
          throw new IllegalArgumentException(
              "parameter variant is '%s', not hd, hd-overlap or hd-nooverlap".formatted(variant));
    }
  }

  private static void runInStep(List<Bands> work, int steps) {
    for (int step = 0; step < steps; step++) {
      exchange(work, Fields.Field.IN);
      compute(work, "lap");
      exchange(work, Fields.Field.LAP);
      compute(work, "flx");
      exchange(work, Fields.Field.FLI);
      compute(work, "out");
    }
  }

  private static void exchange(List<Bands> work, Fields.Field field) {
    work.forEach(bands -> bands.begin(field));
    work.forEach(bands -> bands.end(field));
  }

  private static void compute(List<Bands> work, String stencil) {
    work.forEach(bands -> bands.compute(stencil));
  }

  /** While the messages of one set are under way, the GPU computes the other. */
  private static void runOverlapped(Bands a, Bands b, int steps) {
    a.begin(Fields.Field.IN);
    b.begin(Fields.Field.IN);
    for (int step = 0; step < steps; step++) {
      after(a, Fields.Field.IN, "lap", Fields.Field.LAP);
      after(b, Fields.Field.IN, "lap", Fields.Field.LAP);
      after(a, Fields.Field.LAP, "flx", Fields.Field.FLI);
      after(b, Fields.Field.LAP, "flx", Fields.Field.FLI);
      boolean isLast = step + 1 == steps;
      afterFli(a, isLast);
      afterFli(b, isLast);
    }
  }

  private static void after(Bands set, Fields.Field needed, String stencil, Fields.Field made) {
    set.end(needed);
    set.compute(stencil);
    set.begin(made);
  }

  private static void afterFli(Bands set, boolean isLast) {
    set.end(Fields.Field.FLI);
    set.compute("out");
    if (!isLast) {
      set.begin(Fields.Field.IN);
    }
  }
}
