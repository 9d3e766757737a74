import org.gpurma.host.HostArguments;
import org.gpurma.host.MpiCuda;
import org.gpurma.host.MpiCudaProgram;
import org.gpurma.host.StepTimer;
import org.gpurma.host.StepTimer.Part;

/** The product by plain kernels and MPI. */
final class MpiCudaHost implements MpiCudaProgram {

  @Override
  public void run(MpiCuda cuda, HostArguments arguments) {
    Matrix matrix =
        Matrix.on(cuda.processes(), arguments.integer("size"), arguments.real("share"));
    int blocks = arguments.integer("blocks");
    int threads = arguments.integer("threads");
    Kernels kernels =
        new Kernels(cuda, matrix, blocks, threads, BlockMemory.initial(matrix, cuda.process()));
    StepTimer.Steps work =
        (steps, part) -> {
          for (int step = 0; step < steps; step++) {
            kernels.broadcast(part);
            kernels.multiply(part);
            // The operation that follows in the thesis synchronises all GPUs.
            if (part.communicates()) {
              cuda.synchronize();
              cuda.barrier();
            }
          }
        };
    work.run(1, Part.EVERYTHING);
    BlockMemory.requireProduct(matrix, cuda.process(), kernels.x);
    new StepTimer(cuda, arguments.integer("steps"), arguments.integer("samples"))
        .report(
            "spmv",
            "-",
            blocks,
            threads,
            "%dx%d".formatted(matrix.size(), matrix.size()),
            work);
  }
}
