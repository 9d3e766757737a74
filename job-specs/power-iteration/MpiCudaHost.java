import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.gpurma.host.DeviceMemory;
import org.gpurma.host.HostArguments;
import org.gpurma.host.MpiCuda;
import org.gpurma.host.MpiCudaProgram;
import org.gpurma.host.MpiCudaRuntime.Enqueued;
import org.gpurma.host.StepTimer;
import org.gpurma.host.StepTimer.Part;

/** Power iteration by plain kernels and MPI, step by step as in the thesis. */
final class MpiCudaHost implements MpiCudaProgram {

  @Override
  public void run(MpiCuda cuda, HostArguments arguments) {
    Matrix matrix =
        Matrix.on(cuda.processes(), arguments.integer("size"), arguments.real("share"));
    int blocks = arguments.integer("blocks");
    int threads = arguments.integer("threads");
    Iteration iteration =
        new Iteration(
            cuda,
            matrix,
            new Kernels(
                cuda,
                matrix,
                blocks,
                threads,
                BlockMemory.initial(matrix, cuda.process() - cuda.process() % matrix.gridRows())));
    int checked = arguments.integer("checkedSteps");
    iteration.run(checked, Part.EVERYTHING);
    double eigenvalue = iteration.eigenvalue();
    BlockMemory.requireEigenvalue(matrix, checked, eigenvalue);
    new StepTimer(cuda, arguments.integer("steps"), arguments.integer("samples"))
        .report(
            "power-iteration",
            "-",
            blocks,
            threads,
            "%dx%d".formatted(matrix.size(), matrix.size()),
            iteration::run);
  }

  /** What a step consists of on this GPU. */
  private static final class Iteration {

    private final MpiCuda cuda;
    private final Kernels kernels;
    private final DeviceMemory scalars;
    private final MemorySegment square;
    private final MpiCuda.Exchange transposition;
    private final List<Enqueued> copies = new ArrayList<>();
    private final Enqueued squares;
    private final Enqueued norm;
    private final Enqueued fetch;

    Iteration(MpiCuda cuda, Matrix matrix, Kernels kernels) {
      this.cuda = cuda;
      this.kernels = kernels;
      DeviceMemory partial = BlockMemory.zeros(cuda::allocate, kernels.blocks());
      scalars =
          BlockMemory.filled(cuda::allocate, MemorySegment.ofArray(new double[] {1, 0}));
      square = cuda.allocateHost(JAVA_DOUBLE.byteSize());
      transposition = transposition(matrix);
      squares =
          kernels.ofPair("square_vector", kernels.blocks(), partial, kernels.x, matrix.height());
      norm = kernels.ofPair("normalise", 1, scalars, partial, kernels.blocks());
      fetch =
          cuda.copyOut(square, scalars.slice(JAVA_DOUBLE.byteSize(), JAVA_DOUBLE.byteSize()));
      if (cuda.processes() == 1) {
        kernels.scaleBy(scalars);
      }
    }

    /** A GPU of row 0 gets its part of x from one GPU of column 0: blocks are no wider than high. */
    private MpiCuda.Exchange transposition(Matrix matrix) {
      MpiCuda.Exchange exchange = cuda.exchange();
      int width = matrix.width();
      int ratio = matrix.gridColumns() / matrix.gridRows();
      for (int part = 0; part < ratio && kernels.column() == 0; part++) {
        int to = kernels.gpu(0, kernels.row() * ratio + part);
        long bytes = width * JAVA_DOUBLE.byteSize();
        DeviceMemory from = kernels.x.slice(part * bytes, bytes);
        if (to == cuda.process()) {
          copies.add(kernels.ofPair("copy_vector", kernels.blocks(), kernels.b, from, width));
        } else {
          exchange.send(from, to, 2);
        }
      }
      int source = kernels.gpu(kernels.column() / ratio, 0);
      if (kernels.row() == 0 && source != cuda.process()) {
        exchange.receive(kernels.b, source, 2);
      }
      return exchange;
    }

    void run(int steps, Part part) {
      for (int step = 0; step < steps; step++) {
        kernels.multiply(part); // 2, 3, 4
        if (part.computes() && kernels.column() == 0) {
          squares.enqueue();
          norm.enqueue();
          copies.forEach(Enqueued::enqueue);
        }
        if (part.communicates()) {
          if (cuda.processes() > 1) {
            normalise();
          }
          transposition.run(); // 5
        }
        kernels.broadcast(part); // 1
      }
    }

    /** 6: the square of the norm from all GPUs to all. */
    private void normalise() {
      if (kernels.column() == 0) {
        fetch.enqueue();
        cuda.synchronize();
      }
      kernels.scaleBy(1 / Math.sqrt(cuda.sum(square.get(JAVA_DOUBLE, 0))));
    }

    double eigenvalue() {
      if (kernels.column() == 0) {
        fetch.enqueue();
      }
      cuda.synchronize();
      return Math.sqrt(cuda.sum(square.get(JAVA_DOUBLE, 0)));
    }
  }
}
